# SPDX-License-Identifier: Apache-2.0
"""The Python package beside the program: the same results, the same refusals."""
import array
import ast
import gc
import importlib.util
import inspect
import json
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest
import warnings
import weakref

import rowhold

PROGRAM = os.environ["ROWHOLD"]
NUMPY = importlib.util.find_spec("numpy") is not None
PANDAS = importlib.util.find_spec("pandas") is not None


def program(*words):
    """What a command prints; its line where it refuses."""
    run = subprocess.run([PROGRAM, *words], capture_output=True, text=True, check=False)
    return run.stdout if run.returncode != 2 else run.stderr.strip().removeprefix("rowhold: ")


class Commands(unittest.TestCase):
    """Functions beside commands."""

    maxDiff = 2000

    def same(self, got, *words):
        """But for the version, which is that of the same sources."""
        wanted = json.loads(program(*words))
        self.assertEqual({**got, "program": 0}, {**wanted, "program": 0})

    def test_results_are_those_of_the_command(self):
        self.same(rowhold.simulate("mixed", preset="hbm2", controller="banked_fifo", channels=2, requests=500),
                  *"simulate mixed --preset hbm2 --controller banked_fifo --channels 2 --requests 500 "
                  "--stats -".split())
        self.same(rowhold.simulate(stream="core_stencil", channels=2, requests=200, network="mesh", hold="hold_grant"),
                  *"simulate --stream core_stencil --channels 2 --requests 200 --network mesh --hold hold_grant "
                  "--stats -".split())
        self.same(rowhold.simulate(kernel="stream_copy", grid=8),
                  *"simulate --kernel stream_copy --grid 8 --stats -".split())
        self.same(rowhold.predict("rand1", controller=["fifo", "fr_fcfs"], requests=300),
                  *"predict --stream rand1 --controller fifo,fr_fcfs --requests 300 --json -".split())
        self.same(rowhold.kernels(scale=0.02), *"kernels --scale 0.02 --json -".split())
        self.same(rowhold.switch(clocks=400, loads=[0.1, 0.9]), *"switch --clocks 400 --loads 0.1,0.9 --json -".split())
        self.same(rowhold.complexity(rows=64), *"complexity --rows 64 --json -".split())
        self.same(rowhold.area(design="islip"), *"area --design islip --json -".split())
        self.same(rowhold.presets("hbm2"), *"presets hbm2 --json -".split())
        self.same(rowhold.list_(kind="allocator"), *"list --kind allocator --json -".split())

    def test_errors_have_the_words_of_the_command(self):
        for call, line in [
            (lambda: rowhold.simulate(queue=1), "simulate --queue 1"),
            (lambda: rowhold.simulate("no_such"), "simulate no_such"),
            (lambda: rowhold.simulate(preset="hbm9"), "simulate --preset hbm9"),
            (lambda: rowhold.simulate(network="mesh", slowdown=True, warmup=5),
             "simulate --network mesh --slowdown --warmup 5"),
            (lambda: rowhold.sweep(controller="nothing"), "sweep --controller nothing"),
            (lambda: rowhold.trace.judge("no.csv", preset="gddr3"), "trace judge no.csv --preset gddr3"),
        ]:
            with self.assertRaises(rowhold.Error) as caught:
                call()
            self.assertEqual(str(caught.exception), program(*line.split()))
        with self.assertRaises(TypeError):
            rowhold.simulate(quue=5)

    def test_a_check_that_fails_raises_and_has_its_result(self):
        rowhold.simulate("random", requests=300, commands="legal.csv")
        self.assertEqual(rowhold.judge("legal.csv", preset="gddr3")["rows"], [])
        rows = pathlib.Path("legal.csv").read_text(encoding="utf-8").splitlines()
        read = next(i for i, row in enumerate(rows) if ",RD," in row)
        rows[read] = "1," + rows[read].split(",", 1)[1]
        pathlib.Path("broken.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
        commands = rowhold.simulate("random", requests=300, commands=True)["commands"]
        self.assertEqual(commands.text, pathlib.Path("legal.csv").read_text(encoding="utf-8"))
        self.assertEqual(rowhold.judge(commands, preset="gddr3")["broken"], 0)
        if PANDAS:
            self.assertEqual(rowhold.judge(commands.frame(), preset="gddr3")["broken"], 0)
        with self.assertRaises(rowhold.Failed) as caught:
            rowhold.judge("broken.csv", preset="gddr3")
        self.assertTrue(caught.exception.result["rows"])

    def test_files_come_back_as_tables_and_pictures(self):
        result = rowhold.simulate("mixed", requests=200, requests_log=True, histogram=True)
        log = list(result["requests_log"])
        self.assertEqual(len(log), 200)
        self.assertEqual(sum(int(row["latency"]) for row in log) / 200, result["total"]["latency_mean"])
        if PANDAS:
            self.assertEqual(len(result["requests_log"].frame()), 200)
            self.assertEqual(result.frame().requests.sum(), 200)

    def test_results_are_compared(self):
        one, other = (rowhold.simulate("rand1", controller=name, requests=100) for name in ("fifo", "fr_fcfs"))
        self.assertEqual(rowhold.compare(one, one)["different"], 0)
        compared = rowhold.compare(one, other)
        self.assertEqual(len(compared["rows"]), compared["different"])
        self.assertGreater(compared["different"], 0)

    def test_notes_are_warnings_and_nothing_is_printed(self):
        code = ("import rowhold, warnings; warnings.simplefilter('ignore'); rowhold.simulate('rand1', requests=100, "
                "controller='fifo', age_cap=5); rowhold.sweep(queue=[8, 16], requests=50, cache='cache'); "
                "rowhold.presets(); rowhold.trace.generate('rand1', 'x.csv', requests=9)")
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        self.assertEqual(run.stdout + run.stderr, "")
        with self.assertWarnsRegex(rowhold.Note, "--age-cap 5 changes nothing: fifo does not read it"):
            rowhold.simulate("rand1", requests=100, controller="fifo", age_cap=5)

    def test_a_dictionary_is_a_preset(self):
        mine = {"name": "mine", "base": "gddr3", "timing": {"tRP": "17.5 ns", "tRC": 40}}
        self.assertEqual(rowhold.simulate("rand1", preset=mine, requests=50)["configuration"]["timing"]["tRC"], 40)
        with rowhold.Memory(preset=mine) as memory:
            self.assertEqual(memory.stats()["configuration"]["timing"]["tRC"], 40)
        self.assertTrue(any("tFAW" in note for note in rowhold.lint("hbm2")))
        with self.assertRaisesRegex(rowhold.Error, r"^mine.yaml:1:\d+: tRC: found 34, expected at least tRAS"):
            rowhold.lint({**mine, "timing": {"tRP": 20}})

    def test_types_name_what_functions_take(self):
        stub = pathlib.Path(rowhold.__file__).with_suffix(".pyi").read_text(encoding="utf-8")
        found = {node.name: node for node in ast.parse(stub).body if isinstance(node, ast.FunctionDef)}
        for name in ("simulate", "sweep", "predict", "list_"):
            wanted = [p for p in inspect.signature(getattr(rowhold, name)).parameters if p != "arguments"]
            node = found[name].args
            self.assertEqual([a.arg for a in node.args + node.kwonlyargs], wanted)
            self.assertEqual(inspect.getdoc(getattr(rowhold, name)).split(), ast.get_docstring(found[name]).split())


class Streams(unittest.TestCase):
    """Arrays beside a trace of the same requests."""

    def setUp(self):
        self.address = [(i * 2654435761 % (1 << 20)) // 64 * 64 for i in range(9000)]
        self.write = [i % 3 == 0 for i in range(9000)]
        with open("trace.csv", "w", encoding="utf-8") as file:
            file.write("op,address,cycle,core\n")
            file.writelines(f"{'W' if w else 'R'},{a},{2 * i},{i % 5}\n"
                            for i, (a, w) in enumerate(zip(self.address, self.write)))
        self.wanted = json.loads(program("simulate", "trace.csv", "--preset", "hbm2", "--stats", "-"))["total"]

    def check(self, stream):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = rowhold.simulate(stream, preset="hbm2")
            self.assertEqual(result["total"], self.wanted)
            return result["configuration"]["stream"]["content_hash"]

    def test_every_spelling_of_a_stream_is_the_trace(self):
        cycle, core = range(0, 18000, 2), [i % 5 for i in range(9000)]
        hashes = {self.check(rowhold.Stream(address=self.address, write=self.write, cycle=cycle, core=core)),
                  self.check(rowhold.Stream({"address": array.array("L", self.address),
                                             "cycle": array.array("i", cycle), "core": array.array("b", core),
                                             "op": ["W" if w else "R" for w in self.write]}))}
        if NUMPY:
            import numpy
            rows = numpy.zeros(9000, [("address", "u4"), ("write", "?"), ("cycle", "i8"), ("core", "u2")])
            for name, values in zip(rows.dtype.names, (self.address, self.write, cycle, core)):
                rows[name] = values
            hashes.add(self.check(rowhold.Stream(rows)))
            back = numpy.array(self.address[::-1])[::-1]
            self.assertTrue(back.strides[0] < 0)
            self.assertIs(rowhold.Stream(back).columns[0][1], back)
            hashes.add(self.check(rowhold.Stream(address=back, write=rows["write"], cycle=rows["cycle"], core=core)))
        if PANDAS:
            import pandas
            hashes.add(self.check(rowhold.Stream(pandas.DataFrame({"address": self.address, "write": self.write,
                                                                   "cycle": cycle, "core": core}))))
        # The order of columns is part of a trace; the width of their values is not.
        self.assertLessEqual(len(hashes), 3)

    def test_an_array_is_swept_and_surveyed(self):
        stream = rowhold.Stream(address=self.address, write=self.write, name="mine")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            rows = rowhold.sweep(stream=[stream, stream], controller=["fifo", "fr_fcfs"], preset="hbm2", cache="cache")
            one = rowhold.simulate(stream, controller="fifo", preset="hbm2")["total"]
            info = rowhold.trace.info(stream, preset="hbm2")
        self.assertEqual([row["stream"] for row in rows["rows"] if row["controller"] == "fifo"],
                         ["mine.array", "mine_2.array"])
        self.assertEqual({row["dram_efficiency"] for row in rows["rows"] if row["controller"] == "fifo"},
                         {one["dram_efficiency"]})
        self.assertEqual(sum(row["requests"] for row in info["rows"]), 9000)

    def test_wrong_columns_are_refused(self):
        for stream, line in [
            (rowhold.Stream([0, 64, -64]),
             "request 3: found address -64, expected a number from 0 to 9223372036854775807"),
            (rowhold.Stream(address=[0, 64], write=[0, 1, 1]), "found 3 values of 'op', expected 2 as of the others"),
            (rowhold.Stream(row=[1, 2]),
             "found neither addresses nor places, expected address, or channel, bank, row and column"),
            (rowhold.Stream(address=[1], adress=[2]),
             "found column 'adress', expected a field of numbers (docs/rh_trace.md)"),
            (rowhold.Stream(address=array.array("d", [1.5])),
             "found column 'address' of 1 dimensions and type 'd', expected whole numbers in one"),
            (rowhold.Stream(address=[0, 64], cycle=[5, 4]),
             "request 2: found cycle 4, expected 5 or more, as in the request before it"),
            (rowhold.Stream([]), "found no request, expected some"),
        ]:
            with self.assertRaises(rowhold.Error) as caught, warnings.catch_warnings():
                warnings.simplefilter("ignore")
                rowhold.simulate(stream)
            self.assertEqual(str(caught.exception), "stream.array: " + line)

    def test_what_is_no_column_is_refused_at_once(self):
        found = "stream.array: found column 'address' with {}, expected whole numbers of at most 64 bits"
        for columns, line in [({"address": ["0x40"]}, found.format("'0x40'")),
                              ({"address": [1.0]}, found.format("1.0")),
                              ({"address": [0, None]}, found.format("None")),
                              ({"address": [1 << 70]}, found.format(1 << 70)),
                              ({"address": [-1, 1 << 63]}, found.format(1 << 63)),
                              ({"address": [0], "op": 0, "write": 1},
                               "stream.array: found columns 'op' and 'write', which are the same, expected one of "
                               "them"),
                              ({"address": [0], "name": "a,b"}, "name: found 'a,b', expected a word without commas"),
                              ({"address": [0], "name": 5}, "name: found 5, expected a word without commas")]:
            with self.assertRaises(rowhold.Error) as caught:
                rowhold.Stream(**columns)
            self.assertEqual(str(caught.exception), line)
        if NUMPY:
            import numpy
            with self.assertRaisesRegex(rowhold.Error, "with masked values, expected a number for every request$"):
                rowhold.Stream(address=numpy.ma.array([0, 64], mask=[False, True]))
            with self.assertRaisesRegex(rowhold.Error, r"^--stream: found an array, expected .*a rowhold.Stream"):
                rowhold.simulate(numpy.arange(4))
            with self.assertRaisesRegex(rowhold.Error, "type '>u?[iI]', expected .* of this machine's byte order$"):
                rowhold.simulate(rowhold.Stream(address=numpy.arange(4, dtype=">i4")))
        if PANDAS:
            import pandas
            self.assertEqual(rowhold.simulate(rowhold.Stream(pandas.Series([0, 64])))["total"]["requests"], 2)
            with self.assertRaisesRegex(rowhold.Error, "with <NA>, expected whole numbers"):
                rowhold.Stream(address=pandas.array([0, None], dtype="Int64"))

    def test_a_dictionary_keeps_to_its_folder(self):
        mine = {"name": "../../evil", "base": "gddr3"}
        with self.assertRaisesRegex(rowhold.Error, r"^.._.._evil.yaml:1:\d+: name: "):
            rowhold.lint(mine)
        if NUMPY:
            import numpy
            self.assertEqual(rowhold.lint({"name": "mine", "base": "gddr3", "timing": {"tRRD_S": numpy.int64(8)}}),
                             rowhold.lint("gddr3"))


class Waiting(unittest.TestCase):
    """Threads, progress, Ctrl-C."""

    def test_threads_run_beside_each_other(self):
        found = [None] * 4
        def run(i):
            found[i] = rowhold.simulate("mixed", requests=20000, seed=i // 2 + 1)["total"]
        threads = [threading.Thread(target=run, args=(i,)) for i in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(found[0], found[1])
        self.assertEqual(found[2], found[3])
        self.assertNotEqual(found[0], found[2])

    def test_progress_is_heard(self):
        heard = []
        rowhold.simulate("random", controller="fr_fcfs", requests=3000000, no_judge=True,
                         progress=lambda done, all_: heard.append((done, all_)))
        self.assertTrue(heard)
        self.assertEqual(heard, sorted(heard))
        self.assertIn(heard[-1][1], (0, 3000000))
        with self.assertRaises(ZeroDivisionError):
            rowhold.simulate("random", requests=3000000, progress=lambda *_: 1 // 0)

    def test_ctrl_c_ends_a_run(self):
        for call in ("simulate('random', requests=10**9)", "sweep(queue=[8, 16], requests=10**9, cache='cache')",
                     "simulate(kernel='matrix_multiply', grid='64,64')",
                     "predict('random', controller='all', requests=3*10**6)",
                     "energy(preset='ddr4_2400', stream='rand2', requests=10**9)", "switch(clocks=10**9)",
                     "switch(network='mesh', clocks=10**9)", "trace.generate('rand1', 'x.rht', requests=10**9)"):
            code = ("import rowhold, sys, time\ntry:\n    print('begun', flush=True)\n    rowhold." + call +
                    "\nexcept KeyboardInterrupt:\n    print('interrupted')\n"
                    "    assert all(run.wait(30) for run in rowhold._commands._left)\n    sys.stdout.flush()")
            with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  text=True) as process:
                self.assertEqual(process.stdout.readline(), "begun\n")
                time.sleep(0.4)
                process.send_signal(signal.SIGINT)
                out, err = process.communicate(timeout=60)
            self.assertEqual((out, err, process.returncode), ("interrupted\n", "", 0), call)

    def test_no_job_outlives_its_caller(self):
        code = ("import rowhold\nprint('begun', flush=True)\n"
                "rowhold.sweep(queue=[8, 16], requests=10**9, cache='killed')")
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
            self.assertEqual(process.stdout.readline(), "begun\n")
            time.sleep(1)
            process.kill()
            self.assertEqual(process.communicate(timeout=60)[0], "")  # an end, since no job holds it open

    def test_children_of_the_caller_stay_its_own(self):
        with subprocess.Popen(["true"]) as child:
            rowhold.sweep(queue=[8, 16], requests=50, cache="again", again=True)
            self.assertEqual(child.wait(), 0)


class Memories(unittest.TestCase):
    """The memory to embed."""

    def test_what_is_sent_is_called_back(self):
        heard = []
        memory = rowhold.Memory(preset="hbm2", done=lambda user, sent, done: heard.append((user, sent, done)))
        for i in range(500):
            while not memory.send(64 * i, i % 4 == 0, i):
                memory.tick()
        self.assertFalse(memory.idle)
        memory.tick_until_done(500)
        memory.finish()
        self.assertTrue(memory.idle)
        self.assertEqual(sorted(user for user, _, _ in heard), list(range(500)))
        self.assertTrue(all(sent < done for _, sent, done in heard))
        total = memory.stats()["total"]
        self.assertEqual((total["requests"], total["writes"]), (500, 125))
        self.assertEqual(sum(done - sent for _, sent, done in heard) / 500, total["latency_mean"])

    def test_it_takes_and_does_what_simulate_does(self):
        with open("one.csv", "w", encoding="utf-8") as file:
            file.write("op,address\n" + "".join(f"R,{64 * (i * 37 % 4096)}\n" for i in range(2000)))
        wanted = json.loads(program("simulate", "one.csv", "--preset", "gddr3", "--controller", "banked_fifo",
                                    "--channels", "1", "--stats", "-"))["total"]
        memory = rowhold.Memory(preset="gddr3", controller="banked_fifo", channels=1)
        for i in range(2000):
            while not memory.send(64 * (i * 37 % 4096)):
                memory.tick()
        memory.tick_until_done(2000)
        memory.finish()
        self.assertEqual(len(memory.take()), 2000)
        self.assertEqual(memory.take(), [])
        self.assertEqual(memory.stats()["total"], wanted)

    def test_callbacks_may_send_and_raise_and_not_tick(self):
        with rowhold.Memory(done=lambda user, sent, done: again(user)) as memory:
            def again(user):
                if user:
                    self.assertTrue(memory.send(0, False, user - 1))
            memory.send(0, False, 5)
            memory.tick_until(5000)
            self.assertEqual(memory.stats()["total"]["requests"], 6)
        with rowhold.Memory(done=lambda user, sent, done: user()) as memory:
            def fail():
                raise LookupError("mine")
            memory.send(0, False, fail)
            with self.assertRaisesRegex(LookupError, "mine"):
                memory.tick_until(5000)
            memory.send(0, False, memory.tick)
            with self.assertRaisesRegex(rowhold.Error, "^tick: found a tick under way, expected none$"):
                memory.tick_until(10000)
        with self.assertRaisesRegex(rowhold.Error, "^send: found a closed memory, expected an open one$"):
            memory.send(0)

    def test_wrong_setups_and_addresses_are_refused(self):
        for setup, line in [({"preset": "hbm9"}, "preset: found 'hbm9'"), ({"queue": 1}, "geometry: found queue 1,"),
                            ({"controller": "no"}, "controller: found 'no'"),
                            ({"queue": 1 << 40}, "queue: found 1099511627776,")]:
            with self.assertRaisesRegex(rowhold.Error, "^" + line):
                rowhold.Memory(**setup)
        with self.assertRaises(TypeError):
            rowhold.Memory().__init__()
        for setup in ({"quue": 5}, {"queue": "x"}, {"preset": 5}, {"done": 5}):
            with self.assertRaises(TypeError):
                rowhold.Memory(**setup)
        memory = rowhold.Memory()
        with self.assertRaisesRegex(rowhold.Error, "expected"):
            memory.send(memory.bytes)
        with self.assertRaises(OverflowError):
            rowhold.Memory().send(-1)

    def test_the_end_of_time_and_of_a_run(self):
        memory = rowhold.Memory()
        memory.tick(5)
        for call, line in [(lambda: memory.tick(2**64 - 1),
                            r"^tick: found 18446744073709551615 clocks, expected at most 9223372036854775802$"),
                           (lambda: memory.tick_until(2**63), r"^tick_until: found 9223372036854775808 clocks, ")]:
            with self.assertRaisesRegex(rowhold.Error, line):
                call()
        memory.send(0)
        memory.send(1 << 20)
        memory.tick_until_done()
        memory.tick_until_done(2**64 - 1)
        self.assertTrue(memory.idle)
        memory.finish()
        for call in (lambda: memory.send(0), memory.tick):
            with self.assertRaisesRegex(rowhold.Error, ": found a finished memory, expected one that runs$"):
                call()
        with self.assertRaisesRegex(rowhold.Error, "^found no command, expected one of `rowhold help`$"):
            rowhold.text()
        with self.assertRaisesRegex(rowhold.Error, "^report: found no program that could be started [^\n]*$"):
            rowhold.text("report")

    def test_users_objects_are_let_go(self):
        class User:
            pass
        class Owner:
            def __init__(self):
                self.memory = rowhold.Memory(done=self.on_done)
            def on_done(self, user, sent, done):
                pass
        user, owner = User(), Owner()
        gone = weakref.ref(user), weakref.ref(owner)
        owner.memory.send(0, False, user)
        owner.memory.send(1 << 20, False, owner)
        del user, owner
        gc.collect()
        self.assertEqual([one() for one in gone], [None, None])
        user, memory = User(), rowhold.Memory()
        before = sys.getrefcount(user)
        for _ in range(1000):
            memory.send(0, False, user)
            memory.tick_until_done()
            memory.take()
        self.assertEqual(sys.getrefcount(user), before)


if __name__ == "__main__":
    unittest.main(verbosity=1)
