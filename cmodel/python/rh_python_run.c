// SPDX-License-Identifier: Apache-2.0
// A command of the program, run in a thread of this process: its words go in, what it prints comes out, arrays take the
// place of trace files. Who waits does so in Python, and sees how far it is; no signal is handled here.
#include <errno.h>
#include <locale.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/files/rh_console.h"
#include "cmodel/python/rh_python.h"
#include "cmodel/trace/rh_trace_array.h"

/* An array with the objects that hold its values. */
struct held {
    struct rh_trace_array array;
    Py_buffer view[RH_TRACE_FIELDS];
    char *name;
};

struct run {
    PyObject_HEAD pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    struct rh_console console;
    struct held *held;
    unsigned helds, argc;
    char **argv;
    char *out, *err;
    size_t out_size, err_size;
    int code;
    bool set_up, started, ended, joined;
};

static int run_command(const struct run *run) {
    for (const struct rh_cli *const *cli = rh_clis; *cli != NULL; cli++)
        if (strcmp((*cli)->name, run->argv[0]) == 0)
            return (*cli)->run((int)run->argc, run->argv);
    fprintf(run->console.err, "rowhold: found command '%s', expected one of `rowhold help`\n", run->argv[0]);
    return 2;
}

static void *work(void *user) {
    struct run *run = user;
    locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* whatever Python has set: numbers have a point */
    locale_t before = uselocale(plain);
    rh_console_use(&run->console);
    rh_trace_arrays_use(run->helds != 0 ? &run->held[0].array : NULL);
    int code = run_command(run);
    rh_cli_forget();
    rh_trace_arrays_use(NULL);
    rh_console_use(NULL);
    (void)uselocale(before);
    if (plain != (locale_t)0)
        freelocale(plain);
    bool whole = fclose(run->console.out) == 0;
    whole = fclose(run->console.err) == 0 && whole;
    (void)pthread_mutex_lock(&run->lock);
    run->code = whole ? code : 2;
    run->ended = true;
    (void)pthread_cond_broadcast(&run->changed);
    (void)pthread_mutex_unlock(&run->lock);
    return NULL;
}

/* What the command is given. */

/* The values of one field. Of a single one, it is that of all requests. */
static bool take_column(struct held *held, const char *name, PyObject *values) {
    unsigned field = rh_trace_field_find(name, strlen(name)), at = held->array.columns;
    if (field == RH_TRACE_FIELDS || rh_trace_field_row(field)->form == RH_TRACE_WORD || at == RH_TRACE_FIELDS) {
        PyErr_Format(rh_python_error, "%s: found column '%s', expected a field of numbers (docs/rh_trace.md)",
                     held->name, name);
        return false;
    }
    Py_buffer *view = &held->view[at];
    if (PyObject_GetBuffer(values, view, PyBUF_RECORDS_RO) != 0)
        return false;
    held->array.columns++;
    const char *format = view->format != NULL ? view->format : "B";
    char kind = format[strspn(format, "@=<")]; /* little endian, as every machine that this is built for */
    uint64_t count = view->ndim == 1 ? (uint64_t)view->shape[0] : 0;
    if (view->ndim != 1 || strchr("bBhHiIlLqQnN?", kind) == NULL || format[strspn(format, "@=<") + 1] != '\0') {
        PyErr_Format(rh_python_error,
                     "%s: found column '%s' of %d dimensions and type '%s', expected whole numbers in one%s",
                     held->name, name, view->ndim, format,
                     format[0] == '>' || format[0] == '!' ? ", of this machine's byte order" : "");
        return false;
    }
    if (count != 1 && held->array.records > 1 && count != held->array.records) {
        PyErr_Format(rh_python_error, "%s: found %llu values of '%s', expected %llu as of the others", held->name,
                     (unsigned long long)count, name, (unsigned long long)held->array.records);
        return false;
    }
    if (count != 1 || at == 0)
        held->array.records = count;
    held->array.column[at] = (struct rh_trace_column){.field = field,
                                                      .at = view->buf,
                                                      .step = count == 1 ? 0 : (ptrdiff_t)view->strides[0],
                                                      .width = (unsigned)view->itemsize,
                                                      .is_signed = strchr("bhilqn", kind) != NULL};
    return true;
}

/* (name, [(field, values), ...]) */
static bool take_array(struct held *held, PyObject *from) {
    const char *name;
    PyObject *columns;
    if (!PyArg_ParseTuple(from, "sO!", &name, &PyList_Type, &columns) || (held->name = strdup(name)) == NULL)
        return false;
    held->array.name = held->name;
    for (Py_ssize_t i = 0; i < PyList_Size(columns); i++) {
        const char *field;
        PyObject *values;
        if (!PyArg_ParseTuple(PyList_GetItem(columns, i), "sO", &field, &values) || !take_column(held, field, values))
            return false;
    }
    return true;
}

static bool take_words(struct run *run, PyObject *words) {
    run->argc = (unsigned)PyList_Size(words);
    if (run->argc == 0) {
        PyErr_SetString(rh_python_error, "found no command, expected one of `rowhold help`");
        return false;
    }
    run->argv = calloc(run->argc + 1U, sizeof *run->argv);
    for (unsigned i = 0; run->argv != NULL && i < run->argc; i++) {
        PyObject *bytes = NULL;
        if (!PyUnicode_FSConverter(PyList_GetItem(words, (Py_ssize_t)i), &bytes))
            return false;
        run->argv[i] = strdup(PyBytes_AsString(bytes));
        Py_DECREF(bytes);
        if (run->argv[i] == NULL)
            break;
    }
    if (run->argv != NULL && run->argv[run->argc - 1] != NULL)
        return true;
    (void)PyErr_NoMemory();
    return false;
}

static bool take_arrays(struct run *run, PyObject *arrays) {
    unsigned count = (unsigned)PyList_Size(arrays);
    run->held = calloc(count + 1U, sizeof *run->held);
    if (run->held == NULL) {
        (void)PyErr_NoMemory();
        return false;
    }
    for (; run->helds < count; run->helds++) {
        struct held *held = &run->held[run->helds];
        bool good = take_array(held, PyList_GetItem(arrays, run->helds));
        held->array.next = run->helds + 1 < count ? &held[1].array : NULL;
        if (!good) {
            run->helds++;
            return false;
        }
    }
    return true;
}

static bool set_up(struct run *run) {
    pthread_condattr_t attributes;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    (void)pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    run->set_up = pthread_mutex_init(&run->lock, NULL) == 0 && pthread_cond_init(&run->changed, &attributes) == 0;
    (void)pthread_condattr_destroy(&attributes);
    run->console.out = open_memstream(&run->out, &run->out_size);
    run->console.err = open_memstream(&run->err, &run->err_size);
    return run->set_up && run->console.out != NULL && run->console.err != NULL;
}

static PyObject *make(PyTypeObject *type, PyObject *arguments, PyObject *keywords) {
    PyObject *words, *arrays;
    (void)keywords;
    if (!PyArg_ParseTuple(arguments, "O!O!", &PyList_Type, &words, &PyList_Type, &arrays))
        return NULL;
    struct run *run = (struct run *)PyType_GenericAlloc(type, 0);
    if (run == NULL)
        return NULL;
    if (take_words(run, words) && take_arrays(run, arrays)) {
        run->started = set_up(run) && pthread_create(&run->thread, NULL, work, run) == 0;
        if (run->started)
            return (PyObject *)run;
        (void)PyErr_NoMemory();
    }
    Py_DECREF(run);
    return NULL;
}

/* Waiting. */

/* Until it has ended, or for so long; without the lock of Python. */
static bool await(struct run *run, double seconds) {
    struct timespec until;
    (void)clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_sec += (time_t)seconds;
    until.tv_nsec += (long)((seconds - (double)(time_t)seconds) * 1e9);
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    (void)pthread_mutex_lock(&run->lock);
    int status = 0;
    while (!run->ended && status == 0)
        status = pthread_cond_timedwait(&run->changed, &run->lock, &until);
    bool ended = run->ended;
    (void)pthread_mutex_unlock(&run->lock);
    if (ended && !run->joined) {
        run->joined = true;
        (void)pthread_join(run->thread, NULL);
    }
    return ended;
}

static PyObject *wait_for(PyObject *self, PyObject *seconds) {
    double limit = PyFloat_AsDouble(seconds);
    if (PyErr_Occurred() != NULL)
        return NULL;
    bool ended;
    Py_BEGIN_ALLOW_THREADS ended = await((struct run *)self, limit);
    Py_END_ALLOW_THREADS return PyBool_FromLong(ended);
}

static PyObject *stop(PyObject *self, PyObject *none) {
    (void)none;
    atomic_store(&((struct run *)self)->console.stop, true);
    Py_RETURN_NONE;
}

static PyObject *progress(PyObject *self, PyObject *none) {
    struct run *run = (struct run *)self;
    (void)none;
    return Py_BuildValue("KK", (unsigned long long)atomic_load(&run->console.done),
                         (unsigned long long)atomic_load(&run->console.all));
}

static PyObject *result(PyObject *self, PyObject *none) {
    const struct run *run = (const struct run *)self;
    (void)none;
    if (!run->joined) {
        PyErr_SetString(PyExc_RuntimeError, "result: found a run that goes on, expected one that has ended");
        return NULL;
    }
    return Py_BuildValue("iy#y#", run->code, run->out, (Py_ssize_t)run->out_size, run->err, (Py_ssize_t)run->err_size);
}

static void destroy(PyObject *self) {
    struct run *run = (struct run *)self;
    PyTypeObject *type = Py_TYPE(self);
    if (run->started && !await(run, 0.0)) { /* Python ends: the thread does so with it, and needs all that it has */
        atomic_store(&run->console.stop, true);
        (void)pthread_detach(run->thread);
        return;
    }
    if (!run->started) {
        if (run->console.out != NULL)
            (void)fclose(run->console.out);
        if (run->console.err != NULL)
            (void)fclose(run->console.err);
    }
    if (run->set_up) {
        (void)pthread_cond_destroy(&run->changed);
        (void)pthread_mutex_destroy(&run->lock);
    }
    for (unsigned i = 0; i < run->helds; i++) {
        for (unsigned k = 0; k < run->held[i].array.columns; k++)
            PyBuffer_Release(&run->held[i].view[k]);
        free(run->held[i].name);
    }
    for (unsigned i = 0; run->argv != NULL && i < run->argc; i++)
        free(run->argv[i]);
    free(run->held);
    free(run->argv);
    free(run->out);
    free(run->err);
    PyObject_Free(self);
    Py_DecRef((PyObject *)type);
}

static PyMethodDef methods[] = {
    {"wait", wait_for, METH_O, "Wait for its end, so many seconds at most; has it come?"},
    {"stop", stop, METH_NOARGS, "Let it end soon."},
    {"progress", progress, METH_NOARGS, "How much of how much is done; 0 of 0: it does not say."},
    {"result", result, METH_NOARGS, "The exit code, and what was printed to standard output and standard error."},
    {NULL, NULL, 0, NULL}};

static PyType_Slot slots[] = {{Py_tp_doc, "Run(words, arrays): a command in a thread of its own."},
                              {Py_tp_new, (void *)make},
                              {Py_tp_dealloc, (void *)destroy},
                              {Py_tp_methods, methods},
                              {0, NULL}};

PyType_Spec rh_python_run_spec = {
    .name = "rowhold._rowhold.Run", .basicsize = sizeof(struct run), .flags = Py_TPFLAGS_DEFAULT, .slots = slots};
