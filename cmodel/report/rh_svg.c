// SPDX-License-Identifier: Apache-2.0
#include "cmodel/report/rh_svg.h"

#include <math.h>
#include <string.h>

void rh_svg_escape(FILE *to, const char *text) {
    for (; *text != '\0'; text++)
        switch (*text) {
        case '&':
            fputs("&amp;", to);
            break;
        case '<':
            fputs("&lt;", to);
            break;
        case '>':
            fputs("&gt;", to);
            break;
        case '"':
            fputs("&quot;", to);
            break;
        default:
            fputc(*text, to);
        }
}

void rh_svg_open(struct rh_svg *svg, FILE *to, double width, double height, const char *label) {
    *svg = (struct rh_svg){.to = to, .width = width, .height = height};
    svg->left = 52;
    svg->right = width - 20;
    svg->top = 12;
    svg->bottom = height - 40;
    fprintf(to, "<svg viewBox=\"0 0 %.0f %.0f\" role=\"img\" aria-label=\"", width, height);
    rh_svg_escape(to, label);
    fputs("\">\n", to);
}

void rh_svg_close(struct rh_svg *svg) {
    fputs("</svg>\n", svg->to);
}

double rh_svg_x(const struct rh_svg *svg, double value) {
    double share = svg->log_x ? log(value / svg->x_least) / log(svg->x_most / svg->x_least)
                              : (value - svg->x_least) / (svg->x_most - svg->x_least);
    return svg->left + share * (svg->right - svg->left);
}

double rh_svg_y(const struct rh_svg *svg, double value) {
    return svg->bottom - (value - svg->y_least) / (svg->y_most - svg->y_least) * (svg->bottom - svg->top);
}

double rh_svg_step(double range, unsigned count) {
    double power = 1, least = range / count;
    while (power > least)
        power /= 10;
    while (power * 10 <= least)
        power *= 10;
    return least <= power ? power : least <= 2 * power ? 2 * power : least <= 5 * power ? 5 * power : 10 * power;
}

double rh_svg_text_width(const char *text) {
    return 12 + 7.8 * (double)strlen(text);
}

void rh_svg_text(const struct rh_svg *svg, double x, double y, const char *anchor, const char *text) {
    fprintf(svg->to, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">", x, y, anchor);
    rh_svg_escape(svg->to, text);
    fputs("</text>\n", svg->to);
}

void rh_svg_line(const struct rh_svg *svg, double x0, double y0, double x1, double y1, const char *class_) {
    fprintf(svg->to, "<line class=\"%s\" x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\"/>\n", class_, x0, y0, x1, y1);
}

static void put_tip(const struct rh_svg *svg, const char *tip) {
    fputs("<title>", svg->to);
    rh_svg_escape(svg->to, tip);
    fputs("</title>", svg->to);
}

void rh_svg_box(const struct rh_svg *svg, double x, double y, double width, double height, const char *class_,
                const char *tip) {
    fprintf(svg->to, "<rect class=\"%s\" x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\">", class_, x, y, width,
            height);
    put_tip(svg, tip);
    fputs("</rect>\n", svg->to);
}

void rh_svg_dot(const struct rh_svg *svg, double x, double y, double radius, const char *class_, const char *tip) {
    fprintf(svg->to, "<circle class=\"%s\" cx=\"%.1f\" cy=\"%.1f\" r=\"%.1f\">", class_, x, y, radius);
    put_tip(svg, tip);
    fputs("</circle>\n", svg->to);
}

/* A tick's number: as many digits behind the point as its step has; -0 is 0. */
static void number(char text[32], double value, double step) {
    int digits = step >= 1 ? 0 : (int)ceil(-log10(step) - 1e-9);
    (void)snprintf(text, 32, "%.*f", digits, fabs(value) < step / 2 ? 0 : value);
}

enum { TICKS = 6 };

static void x_tick(const struct rh_svg *svg, double value, double step) {
    char text[32];
    number(text, value, step);
    rh_svg_line(svg, rh_svg_x(svg, value), svg->top, rh_svg_x(svg, value), svg->bottom, "grid");
    rh_svg_text(svg, rh_svg_x(svg, value), svg->bottom + 15, "middle", text);
}

/* 1, 2, 5, 10, 20, 50, ... */
static void log_ticks(const struct rh_svg *svg) {
    static const double steps[] = {1, 2, 5};
    for (double power = pow(10, floor(log10(svg->x_least))); power <= svg->x_most; power *= 10)
        for (unsigned i = 0; i < sizeof steps / sizeof steps[0]; i++)
            if (power * steps[i] >= svg->x_least * (1 - 1e-9) && power * steps[i] <= svg->x_most)
                x_tick(svg, power * steps[i], power);
}

void rh_svg_x_axis(const struct rh_svg *svg, const char *title) {
    double step = rh_svg_step(svg->x_most - svg->x_least, TICKS);
    if (svg->log_x)
        log_ticks(svg);
    else
        for (double v = ceil(svg->x_least / step - 1e-9) * step; v <= svg->x_most + step * 1e-6; v += step)
            x_tick(svg, v, step);
    rh_svg_text(svg, (svg->left + svg->right) / 2, svg->bottom + 32, "middle", title);
}

void rh_svg_y_axis(const struct rh_svg *svg, const char *title) {
    double step = rh_svg_step(svg->y_most - svg->y_least, TICKS), middle = (svg->top + svg->bottom) / 2;
    for (double v = ceil(svg->y_least / step - 1e-9) * step; v <= svg->y_most + step * 1e-6; v += step) {
        char text[32];
        number(text, v, step);
        rh_svg_line(svg, svg->left, rh_svg_y(svg, v), svg->right, rh_svg_y(svg, v), "grid");
        rh_svg_text(svg, svg->left - 6, rh_svg_y(svg, v) + 4, "end", text);
    }
    fprintf(svg->to, "<text x=\"14\" y=\"%.1f\" text-anchor=\"middle\" transform=\"rotate(-90 14 %.1f)\">", middle,
            middle);
    rh_svg_escape(svg->to, title);
    fputs("</text>\n", svg->to);
}
