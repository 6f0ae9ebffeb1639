// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_sc_block.h"

#include <sstream>

namespace rh_sc {

void refuse(const std::string &text) {
    SC_REPORT_ERROR("/rowhold", text.c_str());
    throw sc_core::sc_report(*sc_core::sc_report_handler::get_cached_report()); // where reports do not throw
}

block::block(sc_core::sc_module_name name, const char *kind, const choice &choice, const void *params)
    : sc_core::sc_module(name) {
    rh_sc_face_setup setup = {kind,
                              choice.variant.c_str(),
                              params,
                              choice.how,
                              choice.seed,
                              choice.plugin.empty() ? nullptr : choice.plugin.c_str(),
                              choice.wave.empty() ? nullptr : choice.wave.c_str(),
                              choice.period_ps};
    rh_error error = {};
    face_ = rh_sc_face_open(&setup, &error);
    if (face_ == nullptr)
        refuse(error.text);
    unit_ = rh_sc_face_unit(face_);
    const rh_kind *k = layout().kind;
    config_ = room(k->config_size);
    in_ = room(k->in_size);
    out_ = room(k->out_size);
    shown_ = before_ = room(k->out_size);
    live_.resize(layout().out.mask_words + 1);
    SC_METHOD(edge);
    sensitive << clk_i.pos();
    dont_initialize();
    SC_METHOD(show);
    sensitive << moved_;
}

block::~block() {
    rh_error error = {};
    rh_sc_face_close(face_, &error);
}

void block::finish() {
    rh_error error = {};
    bool ok = rh_sc_face_close(face_, &error);
    face_ = nullptr;
    if (!ok)
        refuse(error.text);
}

void block::check_fits(const rh_layout &fields, const void *values, const char *what) const {
    for (unsigned i = 0; i < fields.count; i++)
        for (unsigned e = 0; e < fields.fields[i].count; e++) {
            std::uint64_t value = rh_field_get(&fields.fields[i], values, e);
            if (value <= rh_mask(fields.fields[i].width))
                continue;
            std::ostringstream text;
            text << name() << ": found " << value << " on " << what << " " << fields.fields[i].name << "_i";
            if (fields.fields[i].array)
                text << "[" << e << "]";
            text << ", expected a number of " << unsigned{fields.fields[i].width} << " bits";
            refuse(text.str());
        }
}

bool block::differ(const bytes &a, const bytes &b, unsigned &field) {
    unsigned index;
    rh_layout_live(&layout().out, a.data(), live_.data());
    return rh_layout_differs(&layout().out, live_.data(), a.data(), b.data(), &field, &index);
}

/* What the pins showed before this delta cycle is what the block made of the inputs that it then took. */
void block::check_settled() {
    unsigned field;
    bool late = changed_ == sc_core::sc_delta_count() && differ(shown_, before_, field);
    if (late || differ(out_, shown_, field))
        refuse(std::string(name()) + ": found " + layout().out.fields[field].name +
               "_o unsettled at the edge, expected inputs that change before it (or a row RH_PATH for this output)");
}

void block::edge() {
    if (!rst_ni.read()) {
        read_config(config_.data());
        check_fits(layout().config, config_.data(), "configuration");
        rh_sc_face_configure(face_, config_.data());
        unit_.reset(unit_.self);
        started_ = true;
    } else if (started_) {
        read_inputs(in_.data());
        check_fits(layout().in, in_.data(), "input");
        if (!unit_.cycle(unit_.self, in_.data(), out_.data())) {
            rh_sc_face_report(face_, stderr);
            refuse(std::string(name()) + ": found RTL and C model that differ, expected equal ones");
        }
        check_settled();
    }
    moved_.notify(sc_core::SC_ZERO_TIME);
}

void block::show() {
    if (!started_)
        return;
    read_inputs(in_.data());
    before_ = shown_;
    unit_.peek(unit_.self, in_.data(), shown_.data());
    changed_ = sc_core::sc_delta_count();
    write_outputs(shown_.data());
}

} // namespace rh_sc
