// SPDX-License-Identifier: Apache-2.0
// The memory to embed, as a type. Requests that are done go to the callback, or are kept until they are asked for; a
// user's object stands in a slot meanwhile, so that the collector sees it.
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/python/rh_python.h"
#include "rowhold/rh_memory.h"
#include "rowhold/rh_preset_file.h"

struct memory {
    PyObject_HEAD struct rh_memory *memory; /* NULL: closed */
    PyObject *done;                         /* callback; NULL: they are kept */
    PyObject *kept;                         /* a list of (user, sent, done) */
    PyObject **user;                        /* of each slot; NULL: it is free */
    uint32_t *behind;                       /* the next free slot */
    uint32_t slots, free;                   /* free == slots: none is */
    uint64_t finished;                      /* requests done so far */
    bool ticking, ended;                    /* a tick is under way; `finish` was called */
};

static bool is_open(const struct memory *m, const char *what) {
    if (m->memory == NULL)
        PyErr_Format(rh_python_error, "%s: found a closed memory, expected an open one", what);
    return m->memory != NULL;
}

/* A callback may send, and look, and nothing else. */
static bool ready(const struct memory *m, const char *what) {
    if (m->ticking)
        PyErr_Format(rh_python_error, "%s: found a tick under way, expected none", what);
    return !m->ticking && is_open(m, what);
}

/* Slots. */

static bool grow(struct memory *m) {
    uint32_t slots = m->slots == 0 ? 256 : 2 * m->slots;
    PyObject **user = realloc(m->user, slots * sizeof *user);
    m->user = user != NULL ? user : m->user;
    uint32_t *behind = realloc(m->behind, slots * sizeof *behind);
    m->behind = behind != NULL ? behind : m->behind;
    if (user == NULL || behind == NULL)
        return false;
    for (uint32_t i = m->slots; i < slots; i++) {
        m->user[i] = NULL;
        m->behind[i] = i + 1;
    }
    m->slots = slots;
    return true;
}

static PyObject *take_slot(struct memory *m, uintptr_t slot) {
    PyObject *user = m->user[slot];
    m->user[slot] = NULL;
    m->behind[slot] = m->free;
    m->free = (uint32_t)slot;
    return user;
}

/* The end of a request. What a callback raises is raised by the tick; what ends behind that is kept. */
static void on_done(void *self, const struct rh_memory_done *d) {
    struct memory *m = self;
    PyObject *user = take_slot(m, (uintptr_t)d->user);
    PyObject *call = Py_BuildValue("NKK", user, (unsigned long long)d->sent, (unsigned long long)d->done);
    m->finished++;
    if (call == NULL)
        return;
    if (m->done != NULL && PyErr_Occurred() == NULL)
        Py_XDECREF(PyObject_CallObject(m->done, call));
    else
        (void)PyList_Append(m->kept, call);
    Py_DECREF(call);
}

/* Opening. */

/* A member of the setup from its keyword. */
static bool take_flag(PyObject *value, bool *at) {
    int truth = PyObject_IsTrue(value);
    *at = truth > 0;
    return truth >= 0;
}

static bool take_number(const char *name, PyObject *value, unsigned *at) {
    unsigned long long number;
    if (!rh_python_number(value, &number))
        return false;
    *at = (unsigned)number;
    if (number <= UINT_MAX)
        return true;
    PyErr_Format(rh_python_error, "%s: found %llu, expected at most %u", name, number, UINT_MAX);
    return false;
}

/* Borrowed from `value`. */
static bool take_text(PyObject *value, const char **at) {
    *at = PyUnicode_AsUTF8AndSize(value, NULL);
    return *at != NULL;
}

#define IS(member) strcmp(name, #member) == 0
static bool take_member(struct memory *m, struct rh_memory_setup *setup, const char *name, PyObject *value) {
    if (IS(preset))
        return take_text(value, &setup->preset);
    if (IS(controller))
        return take_text(value, &setup->controller);
    if (IS(refresh))
        return take_text(value, &setup->refresh);
    if (IS(map))
        return take_text(value, &setup->map);
#define RH_POLICY(member, bits, usual, meaning)                                                                        \
    if (IS(member))                                                                                                    \
        return take_number(name, value, &setup->member);
#define RH_POLICY_WORD(member, bits, usual, names, meaning)                                                            \
    if (IS(member))                                                                                                    \
        return take_text(value, &setup->member);
#include "tables/controller_config.def"
#define NUMBER(member)                                                                                                 \
    if (IS(member))                                                                                                    \
        return take_number(name, value, &setup->member);
    NUMBER(queue)
    NUMBER(responses)
    NUMBER(channels)
    NUMBER(chips)
    NUMBER(request_bytes)
#undef NUMBER
    if (IS(registered))
        return take_flag(value, &setup->registered);
    if (IS(no_judge))
        return take_flag(value, &setup->no_judge);
    if (IS(cycle_by_cycle))
        return take_flag(value, &setup->cycle_by_cycle);
    if (IS(done)) {
        m->done = Py_NewRef(value);
        return PyCallable_Check(value) || (PyErr_SetString(PyExc_TypeError, "done: expected a callable"), false);
    }
    PyErr_Format(PyExc_TypeError, "Memory: found '%s', expected a member of struct rh_memory_setup", name);
    return false;
}
#undef IS

const char *const rh_python_memory_members[] = {"preset",     "controller", "refresh",        "map",
#define RH_POLICY(member, bits, usual, meaning) #member,
#include "tables/controller_config.def"
                                                "queue",      "responses",  "channels",       "chips", "request_bytes",
                                                "registered", "no_judge",   "cycle_by_cycle", NULL};

static bool take_setup(struct memory *m, struct rh_memory_setup *setup, PyObject *keywords) {
    PyObject *key, *value;
    Py_ssize_t at = 0;
    while (keywords != NULL && PyDict_Next(keywords, &at, &key, &value)) {
        const char *name = PyUnicode_AsUTF8AndSize(key, NULL);
        if (name == NULL || (value != Py_None && !take_member(m, setup, name, value)))
            return false;
    }
    return true;
}

static int open_memory(PyObject *self, PyObject *arguments, PyObject *keywords) {
    struct memory *m = (struct memory *)self;
    struct rh_memory_setup setup = {.done = on_done, .self = m};
    struct rh_preset preset;
    struct rh_error error = {""};
    if (m->kept != NULL)
        PyErr_SetString(PyExc_TypeError, "Memory: found one that is set up, expected a new one");
    if (m->kept != NULL || !PyArg_ParseTuple(arguments, ":Memory") || !take_setup(m, &setup, keywords))
        return -1;
    m->kept = PyList_New(0);
    if (m->kept == NULL)
        return -1;
    if (setup.preset != NULL && rh_preset_is_file(setup.preset)) {
        setup.own = rh_preset_load(setup.preset, &preset, &error) ? &preset : NULL;
        if (setup.own == NULL) {
            (void)rh_python_raise(&error);
            return -1;
        }
    }
    m->memory = rh_memory_open(&setup, &error);
    if (m->memory == NULL)
        (void)rh_python_raise(&error);
    return m->memory != NULL ? 0 : -1;
}

/* Sending. */

static PyObject *ended(const struct memory *m, const char *what) {
    const char *text = rh_memory_text(m->memory);
    if (text[0] != '\0')
        PyErr_SetString(rh_python_error, text);
    else
        PyErr_Format(rh_python_error, "%s: found a finished memory, expected one that runs", what);
    return NULL;
}

static PyObject *send(PyObject *self, PyObject *const *argument, Py_ssize_t count) {
    struct memory *m = (struct memory *)self;
    unsigned long long address;
    int write = 0;
    if (count < 1 || count > 3) {
        PyErr_SetString(PyExc_TypeError, "send(address, write=False, user=None)");
        return NULL;
    }
    if (!rh_python_number(argument[0], &address) || (count > 1 && (write = PyObject_IsTrue(argument[1])) < 0))
        return NULL;
    if (!is_open(m, "send"))
        return NULL;
    if (m->free == m->slots && !grow(m))
        return PyErr_NoMemory();
    uint32_t slot = m->free;
    if (!rh_memory_send(m->memory, address, write != 0, (void *)(uintptr_t)slot)) {
        if (m->ended || rh_memory_text(m->memory)[0] != '\0')
            return ended(m, "send");
        Py_RETURN_FALSE;
    }
    m->free = m->behind[slot];
    m->user[slot] = Py_NewRef(count > 2 ? argument[2] : Py_None);
    Py_RETURN_TRUE;
}

static PyObject *can_send(PyObject *self, PyObject *at) {
    struct memory *m = (struct memory *)self;
    unsigned long long address;
    if (!rh_python_number(at, &address) || !is_open(m, "can_send"))
        return NULL;
    return PyBool_FromLong(rh_memory_can_send(m->memory, address));
}

/* Time. */

/* To clock `until`, or to the end of `some` requests. */
static PyObject *run(struct memory *m, uint64_t until, uint64_t some) {
    enum {
        AT_ONCE = 1 << 20,
        LOOK = 1 << 16
    }; /* clocks of a step, steps of one clock between two looks for a signal */
    const uint64_t wanted = m->finished + some;
    bool good = true;
    uint64_t now = rh_memory_cycle(m->memory);
    for (unsigned steps = 1; good && now < until && (some == 0 || m->finished < wanted); steps++) {
        m->ticking = true;
        good = rh_memory_tick_until(m->memory, some != 0 ? now + 1 : until - now > AT_ONCE ? now + AT_ONCE : until);
        m->ticking = false;
        now = rh_memory_cycle(m->memory);
        if (PyErr_Occurred() != NULL || ((some == 0 || steps % LOOK == 0) && PyErr_CheckSignals() != 0))
            return NULL;
    }
    return good ? PyLong_FromUnsignedLongLong(now) : ended(m, "tick");
}

/* A clock that a memory can reach. */
static bool take_cycle(const char *what, unsigned long long cycle, unsigned long long more, uint64_t *until) {
    *until = cycle + more;
    if (more <= INT64_MAX && *until <= INT64_MAX)
        return true;
    PyErr_Format(rh_python_error, "%s: found %llu clocks, expected at most %llu", what, more,
                 (unsigned long long)INT64_MAX - cycle);
    return false;
}

static PyObject *tick(PyObject *self, PyObject *const *argument, Py_ssize_t count) {
    struct memory *m = (struct memory *)self;
    unsigned long long clocks = 1;
    if (count > 1) {
        PyErr_SetString(PyExc_TypeError, "tick(clocks=1)");
        return NULL;
    }
    if (!ready(m, "tick") || (count == 1 && !rh_python_number(argument[0], &clocks)))
        return NULL;
    uint64_t until;
    return take_cycle("tick", rh_memory_cycle(m->memory), clocks, &until) ? run(m, until, 0) : NULL;
}

static PyObject *tick_until(PyObject *self, PyObject *cycle) {
    struct memory *m = (struct memory *)self;
    unsigned long long until;
    uint64_t clock;
    if (!ready(m, "tick_until") || !rh_python_number(cycle, &until) || !take_cycle("tick_until", 0, until, &clock))
        return NULL;
    return run(m, clock, 0);
}

static PyObject *tick_until_done(PyObject *self, PyObject *const *argument, Py_ssize_t count) {
    struct memory *m = (struct memory *)self;
    unsigned long long most = 1;
    if (count > 1) {
        PyErr_SetString(PyExc_TypeError, "tick_until_done(requests=1)");
        return NULL;
    }
    if (!ready(m, "tick_until_done") || (count == 1 && !rh_python_number(argument[0], &most)))
        return NULL;
    uint64_t wanted = most > UINT64_MAX - m->finished ? UINT64_MAX : m->finished + most;
    while (m->finished < wanted && !rh_memory_idle(m->memory)) {
        PyObject *cycle = run(m, INT64_MAX, 1);
        if (cycle == NULL)
            return NULL;
        Py_DECREF(cycle);
    }
    return PyLong_FromUnsignedLongLong(rh_memory_cycle(m->memory));
}

static PyObject *take(PyObject *self, PyObject *none) {
    struct memory *m = (struct memory *)self;
    (void)none;
    PyObject *kept = m->kept, *fresh = PyList_New(0);
    if (fresh == NULL || kept == NULL)
        return fresh;
    m->kept = fresh;
    return kept;
}

/* Results. */

static PyObject *json(PyObject *self, PyObject *none) {
    struct memory *m = (struct memory *)self;
    char *text = NULL;
    size_t size = 0;
    (void)none;
    if (!ready(m, "stats"))
        return NULL;
    FILE *file = open_memstream(&text, &size);
    bool good = file != NULL && rh_memory_json(m->memory, file);
    good = file != NULL && fclose(file) == 0 && good;
    PyObject *result = good ? PyUnicode_FromStringAndSize(text, (Py_ssize_t)size) : PyErr_NoMemory();
    free(text);
    return result;
}

static PyObject *finish(PyObject *self, PyObject *none) {
    struct memory *m = (struct memory *)self;
    struct rh_error error;
    (void)none;
    if (!ready(m, "finish"))
        return NULL;
    m->ended = true;
    if (!rh_memory_finish(m->memory, &error))
        return rh_python_raise(&error);
    Py_RETURN_NONE;
}

static PyObject *close_memory(PyObject *self, PyObject *none) {
    struct memory *m = (struct memory *)self;
    (void)none;
    if (m->memory != NULL && !ready(m, "close"))
        return NULL;
    rh_memory_close(m->memory);
    m->memory = NULL;
    Py_RETURN_NONE;
}

enum property { CYCLE, TCK_PS, BYTES, CHANNELS, IDLE };
static PyObject *get(PyObject *self, void *which) {
    const struct memory *m = (const struct memory *)self;
    if (!is_open(m, "memory"))
        return NULL;
    switch ((enum property)(uintptr_t)which) {
    case CYCLE:
        return PyLong_FromUnsignedLongLong(rh_memory_cycle(m->memory));
    case TCK_PS:
        return PyLong_FromUnsignedLong(rh_memory_tck_ps(m->memory));
    case BYTES:
        return PyLong_FromUnsignedLongLong(rh_memory_bytes(m->memory));
    case CHANNELS:
        return PyLong_FromUnsignedLong(rh_memory_channels(m->memory));
    case IDLE:
        break;
    }
    return PyBool_FromLong(rh_memory_idle(m->memory));
}

/* The collector's part. */

static int traverse(PyObject *self, visitproc visit, void *arg) {
    const struct memory *m = (const struct memory *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(m->done);
    Py_VISIT(m->kept);
    for (uint32_t i = 0; i < m->slots; i++)
        Py_VISIT(m->user[i]);
    return 0;
}

static int clear(PyObject *self) {
    struct memory *m = (struct memory *)self;
    rh_memory_close(m->memory);
    m->memory = NULL;
    Py_CLEAR(m->done);
    Py_CLEAR(m->kept);
    for (uint32_t i = 0; i < m->slots; i++)
        Py_CLEAR(m->user[i]);
    return 0;
}

static void destroy(PyObject *self) {
    struct memory *m = (struct memory *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    (void)clear(self);
    free(m->user);
    free(m->behind);
    PyObject_GC_Del(self);
    Py_DecRef((PyObject *)type);
}

#define METHOD(name, function, how, text)                                                                              \
    { name, (PyCFunction)(void (*)(void))(function), METH_##how, text }
static PyMethodDef methods[] = {
    METHOD("send", send, FASTCALL,
           "send(address, write=False, user=None)\n\nSend a request. False: it can't be taken now. An address outside "
           "ends the run with an Error."),
    METHOD("can_send", can_send, O, "can_send(address)\n\nWould a request be taken now?"),
    METHOD("tick", tick, FASTCALL, "tick(clocks=1)\n\nRun so many DRAM command clocks; the clock after them."),
    METHOD("tick_until", tick_until, O,
           "tick_until(cycle)\n\nRun up to a clock; clocks in which nothing happens cost nothing."),
    METHOD("tick_until_done", tick_until_done, FASTCALL,
           "tick_until_done(requests=1)\n\nRun until so many more requests are answered, or all; the clock."),
    METHOD("take", take, NOARGS,
           "take()\n\nThe requests answered since the last call, as (user, sent, done), where there is no `done`."),
    METHOD("json", json, NOARGS, "json()\n\nThe text behind stats()."),
    METHOD("finish", finish, NOARGS, "finish()\n\nThe judge's last checks; an Error where a rule was broken."),
    METHOD("close", close_memory, NOARGS, "close()\n\nFree it."),
    {NULL, NULL, 0, NULL}};

static PyGetSetDef properties[] = {
    {"cycle", get, NULL, "Clocks ticked so far.", (void *)CYCLE},
    {"tck_ps", get, NULL, "The DRAM command clock in picoseconds.", (void *)TCK_PS},
    {"bytes", get, NULL, "The size of the memory; addresses go from 0 to one less.", (void *)BYTES},
    {"channels", get, NULL, "Channels.", (void *)CHANNELS},
    {"idle", get, NULL, "Is no request outstanding?", (void *)IDLE},
    {NULL, NULL, NULL, NULL, NULL}};

static PyType_Slot slots[] = {{Py_tp_init, (void *)open_memory}, {Py_tp_new, (void *)PyType_GenericNew},
                              {Py_tp_dealloc, (void *)destroy},  {Py_tp_traverse, (void *)traverse},
                              {Py_tp_clear, (void *)clear},      {Py_tp_methods, methods},
                              {Py_tp_getset, properties},        {0, NULL}};

PyType_Spec rh_python_memory_spec = {.name = "rowhold._rowhold.Memory",
                                     .basicsize = sizeof(struct memory),
                                     .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
                                     .slots = slots};
