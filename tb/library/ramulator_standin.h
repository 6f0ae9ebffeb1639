// SPDX-License-Identifier: Apache-2.0
// A stand-in for what a memory system of Ramulator 2.1 sees of it: the test gives it to the adapter under the names of
// Ramulator's headers.
#ifndef RAMULATOR_STANDIN_H
#define RAMULATOR_STANDIN_H

#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

namespace Ramulator {

using Clk_t = int64_t;
using Addr_t = int64_t;

struct Request {
    struct Type {
        enum : int { Read = 0, Write = 1 };
    };
    Addr_t addr = -1;
    int type_id = -1, source_id = -1, size_bytes = -1;
    Clk_t arrive = -1, depart = -1;
    std::function<void(Request &)> callback;
};

using ConfigNode = std::map<std::string, std::string>;

class Stats {
  public:
    template <typename T> void add(const std::string &name, const T &value) {
        entries_.push_back([name, &value](std::ostream &os) { os << name << ": " << value << "\n"; });
    }
    void print(std::ostream &os) const {
        for (const auto &entry : entries_)
            entry(os);
    }

  private:
    std::vector<std::function<void(std::ostream &)>> entries_;
};

class IFrontEnd;
class IMemorySystem;

class Implementation {
  public:
    Implementation(const ConfigNode &config, const std::string &name) : m_config(config), m_name(name) {}
    virtual ~Implementation() = default;
    virtual void init() = 0;
    virtual void update_stats() {}
    virtual void finalize() {}
    virtual void reset_stats() {}
    void print_stats(std::ostream &os) const {
        m_stats.print(os);
    }

  protected:
    const ConfigNode m_config;
    const std::string m_name;
    Stats m_stats;
};

class IMemorySystem {
  public:
    virtual ~IMemorySystem() = default;
    virtual bool send(Request &req) = 0;
    virtual void tick() = 0;
    virtual int get_clock_ratio() = 0;
    virtual float get_tCK() {
        return -1.0f;
    }
    virtual int get_tx_bytes() = 0;
    Implementation *m_impl = nullptr;
};

class Factory {
  public:
    using Constructor = std::function<IMemorySystem *(const ConfigNode &)>;
    inline static std::map<std::string, Constructor> registry;
    static bool add(const std::string &name, Constructor constructor) {
        registry[name] = std::move(constructor);
        return true;
    }
};

#define RAMULATOR_REGISTER_IMPLEMENTATION(_ifce_class, _impl_class, _name)                                             \
  protected:                                                                                                           \
    explicit _impl_class(const ConfigNode &config) : Implementation(config, _name) {                                   \
        _ifce_class::m_impl = this;                                                                                    \
        init();                                                                                                        \
    }                                                                                                                  \
    static _ifce_class *make_##_impl_class(const ConfigNode &config) {                                                 \
        return new _impl_class(config);                                                                                \
    }                                                                                                                  \
    static inline bool registered = Factory::add(_name, make_##_impl_class);

template <typename T> struct ParamReader {
    const ConfigNode &config;
    std::string name, impl_name;

    T required() const {
        if (config.count(name) == 0)
            throw std::runtime_error(name + " is required by " + impl_name);
        return parse(config.at(name));
    }
    T default_val(T value) const {
        return config.count(name) != 0 ? parse(config.at(name)) : value;
    }

  private:
    static T parse(const std::string &text) {
        if constexpr (std::is_same_v<T, std::string>)
            return text;
        else
            return static_cast<T>(std::stod(text));
    }
};
#define RAMULATOR_PARSE_PARAM(var, type, name)                                                                         \
    var = Ramulator::ParamReader<type> {                                                                               \
        m_config, name, m_name                                                                                         \
    }

} // namespace Ramulator

#endif
