// SPDX-License-Identifier: Apache-2.0
#include "cmodel/python/rh_python.h"

#include "cmodel/cli/rh_commands.h"

PyObject *rh_python_error;

PyObject *rh_python_raise(const struct rh_error *error) {
    PyErr_SetString(rh_python_error, error->text);
    return NULL;
}

bool rh_python_number(PyObject *object, unsigned long long *value) {
    PyObject *index = PyLong_Check(object) ? Py_NewRef(object) : PyNumber_Index(object);
    if (index == NULL)
        return false;
    *value = PyLong_AsUnsignedLongLong(index);
    Py_DecRef(index);
    return *value != (unsigned long long)-1 || PyErr_Occurred() == NULL;
}

/* The program's command that is not of the library: it loads compiled RTL. */
static int refuse(int argc, char **argv) {
    struct rh_error error;
    (void)argc;
    rh_error_set(&error, "%s: found a library, expected the program rowhold", argv[0]);
    return rh_cli_fail(&error);
}

const struct rh_cli rh_cli_cosim = {.name = "cosim", .meaning = "of the program alone", .run = refuse};

static int fill(PyObject *module) {
    PyType_Spec *const specs[] = {&rh_python_run_spec, &rh_python_memory_spec};
    static const char *const names[] = {"Run", "Memory"};
    rh_python_error = PyErr_NewExceptionWithDoc(
        "rowhold.Error", "What was found and what was expected, in the words of the program.", PyExc_ValueError, NULL);
    if (rh_python_error == NULL || PyModule_AddObjectRef(module, "Error", rh_python_error) != 0)
        return -1;
    PyObject *members = PyList_New(0);
    for (unsigned i = 0; members != NULL && rh_python_memory_members[i] != NULL; i++) {
        PyObject *name = PyUnicode_FromString(rh_python_memory_members[i]);
        if (name == NULL || PyList_Append(members, name) != 0)
            return -1;
        Py_DECREF(name);
    }
    if (members == NULL || PyModule_AddObjectRef(module, "MEMORY_SETUP", members) != 0)
        return -1;
    Py_DECREF(members);
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        PyObject *type = PyType_FromSpec(specs[i]);
        int status = type == NULL ? -1 : PyModule_AddObjectRef(module, names[i], type);
        Py_XDECREF(type);
        if (status != 0)
            return -1;
    }
    return 0;
}

PyMODINIT_FUNC PyInit__rowhold(void);
PyMODINIT_FUNC PyInit__rowhold(void) {
    static PyModuleDef definition = {.m_base = PyModuleDef_HEAD_INIT,
                                     .m_name = "rowhold._rowhold",
                                     .m_doc = "The library of rowhold.",
                                     .m_size = -1};
    PyObject *module = PyModule_Create(&definition);
    if (module != NULL && fill(module) != 0) {
        Py_DECREF(module);
        return NULL;
    }
    return module;
}
