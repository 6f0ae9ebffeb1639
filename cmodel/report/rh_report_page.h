// SPDX-License-Identifier: Apache-2.0
/** What the sections of a report's page share, and the sections with files of their own. */
#ifndef RH_REPORT_PAGE_H
#define RH_REPORT_PAGE_H

#include "cmodel/cli/rh_plot.h"
#include "cmodel/report/rh_report.h"
#include "cmodel/report/rh_svg.h"

enum { RH_PAGE_WIDTH = 460, RH_PAGE_HEIGHT = 330, RH_PAGE_LABEL = 24 };

/** A table that a press on a heading sorts. `columns`: the names of those that are shown, with commas between; NULL:
 * all that are not hidden. `queue`: rows of this size alone; 0: all. */
void rh_page_table(const struct rh_table *table, const char *columns, unsigned queue, FILE *to);
/** A colour and what it stands for: class `kind` and `index`. */
void rh_page_legend(FILE *to, const char *kind, unsigned index, const char *text);
/** The controllers' colours. `size`: of designs of the shown size, with what they store. */
void rh_page_controllers(const struct rh_report *report, bool size, FILE *to);
void rh_page_open_figure(FILE *to, bool wide);
void rh_page_close_figure(FILE *to, const char *caption);

/** The sections, where the report has such runs. False without memory. */
bool rh_page_programs(const struct rh_report *report, FILE *to);
bool rh_page_fairness(const struct rh_report *report, FILE *to);

#endif
