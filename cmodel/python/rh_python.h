// SPDX-License-Identifier: Apache-2.0
/** The extension module rowhold._rowhold, on CPython's stable interface of 3.11: one build is for every later version.
 * What it offers to users is made of this in rowhold/ (Python). */
#ifndef RH_PYTHON_H
#define RH_PYTHON_H

#define PY_SSIZE_T_CLEAN
#define Py_LIMITED_API 0x030b0000
#include <Python.h>

#include <stdbool.h>

#include "rowhold/rh_error.h"

/** The exception of every refusal; it lives as long as the process. */
extern PyObject *rh_python_error;

/** rowhold.Error with the text; always NULL. */
PyObject *rh_python_raise(const struct rh_error *error);
/** The value of an int, or of what can be one. False with an exception. */
bool rh_python_number(PyObject *object, unsigned long long *value);

/** The type Run: a command in a thread of its own. */
extern PyType_Spec rh_python_run_spec;
/** The type Memory: the memory to embed; and the keywords that it takes beside `done`, NULL behind the last. */
extern PyType_Spec rh_python_memory_spec;
extern const char *const rh_python_memory_members[];

#endif
