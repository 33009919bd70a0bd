"""Runs a program, and records the lines of one folder that each test executes.

    FAULTLINE_LINES=OUTPUT python3 lines.py PROGRAM [ARGUMENT...]

The folder is the current one. Writes a line of JSON for each test to OUTPUT/lines-0.jsonl, lines-1.jsonl and so on, as
soon as the test has ended: {"test": ID, "by": WHAT, "files": {PATH: [[FIRST, LAST], ...]}}. The test '' is what runs outside of tests, as while modules are
loaded. The program reports its tests by `observe` of the module `faultline_lines`; without tests, all is one test of
that name. Lines are those of code in FOLDER, without what is installed in it.

From Python 3.12 on it uses sys.monitoring, before that coverage.py if it is installed, else sys.settrace.
"""

import importlib.util
import json
import os
import sys
import threading
import types

# A larger file is continued in the next one, up to so many: it bounds what is written and read.
FILE_BYTES = 8 * 1024 * 1024
MAX_FILES = 64
# A function, and not the body of a class or of a module.
CO_OPTIMIZED = 0x1


class Folder:
    """Which files count, by their path in the folder."""

    def __init__(self, folder):
        self.folder = folder
        self.prefix = os.path.join(folder, "")
        self.start = os.getcwd()
        self.known = {}

    def path_of(self, file):
        """None for what is not in the folder, also through a link, and for what is installed there."""
        try:
            return self.known[file]
        except KeyError:
            path = self.known[file] = self.find(file)
            return path

    def find(self, file):
        if file.startswith("<"):
            return None
        real = os.path.realpath(os.path.join(self.start, file))
        path = real[len(self.prefix) :].replace(os.sep, "/") if real.startswith(self.prefix) else ""
        is_foreign = path == "" or path.startswith(".faultline/") or "/site-packages/" in "/" + path
        return None if is_foreign else path


class Settrace:
    name = "sys.settrace"

    def __init__(self, folder):
        self.folder = folder
        self.tracers = {}
        self.lines = {}

    def start(self):
        threading.settrace(self.trace)
        sys.settrace(self.trace)

    def trace(self, frame, _event, _argument):
        """Is called for each call of a function, and returns what is called for its lines, as long as some are new."""
        code = frame.f_code
        try:
            known = self.tracers[code]
        except KeyError:
            known = self.tracers[code] = self.tracer_of(code)
        if known is None or len(known[0]) >= known[1]:
            return None
        return known[2]

    def tracer_of(self, code):
        path = self.folder.path_of(code.co_filename)
        if path is None:
            return None
        lines = set()
        self.lines.setdefault(path, []).append(lines)
        add = lines.add

        def trace(frame, event, _argument):
            if event == "line":
                add(frame.f_lineno)
            return trace

        return lines, len(lines_of(code)), trace

    def take(self):
        found = {path: set().union(*sets) for path, sets in self.lines.items()}
        for sets in self.lines.values():
            for lines in sets:
                lines.clear()
        return found


def lines_of(code):
    """The lines that a trace reports. That of a function's head is none of them, unless the body is on it."""
    if hasattr(code, "co_lines"):
        lines = {line for _, _, line in code.co_lines() if line}
    else:
        import dis

        lines = {line for _, line in dis.findlinestarts(code)}
    if code.co_flags & CO_OPTIMIZED and len(lines) > 1:
        lines.discard(code.co_firstlineno)
    return lines


class Monitoring:
    name = "sys.monitoring"
    tool = 4

    def __init__(self, folder):
        self.folder = folder
        self.lines = {}

    def start(self):
        self.monitoring = monitoring = sys.monitoring
        self.disable = monitoring.DISABLE
        monitoring.use_tool_id(self.tool, "faultline")
        events = monitoring.events
        monitoring.register_callback(self.tool, events.PY_START, self.on_start)
        monitoring.register_callback(self.tool, events.LINE, self.on_line)
        monitoring.set_events(self.tool, events.PY_START)

    def on_start(self, code, _offset):
        if self.folder.path_of(code.co_filename) is not None:
            self.monitoring.set_local_events(self.tool, code, self.monitoring.events.LINE)
        return self.disable

    def on_line(self, code, line):
        path = self.folder.path_of(code.co_filename)
        if path is not None:
            self.lines.setdefault(path, set()).add(line)
        return self.disable

    def take(self):
        found, self.lines = self.lines, {}
        self.monitoring.restart_events()
        return found


class CoveragePy:
    name = "coverage.py"

    def __init__(self, folder):
        import coverage

        self.folder = folder
        os.environ.setdefault("COVERAGE_CORE", "ctrace")
        self.coverage = coverage.Coverage(data_file=None, config_file=False, source=[folder.folder], messages=False)
        self.coverage.set_option("run:disable_warnings", ["no-data-collected", "module-not-measured"])

    def start(self):
        self.coverage.start()

    def take(self):
        data = self.coverage.get_data()
        found = {}
        for file in data.measured_files():
            path = self.folder.path_of(file)
            if path is not None:
                found[path] = set(data.lines(file) or ())
        data.erase()
        return found


class Recorder:
    """The module `faultline_lines`: what the program reports its tests to."""

    def __init__(self, engine, output):
        self.engine = engine
        self.output = output
        self.test = ""
        self.pid = os.getpid()
        self.file = 0
        self.nBytes = 0
        # Kept, because tests may replace them.
        self.dumps, self.getpid = json.dumps, os.getpid
        self.os_open, self.os_write, self.os_close = os.open, os.write, os.close

    def observe(self, event, test):
        """A test starts, or has ended; anything may be reported more than once."""
        if event == "started":
            self.end_test()
            self.test = test
        elif test == self.test:
            self.end_test()

    def end_test(self):
        # A child process has a copy of this object, and is not the run.
        if self.getpid() == self.pid:
            files = {path: ranges(lines) for path, lines in self.engine.take().items() if lines}
            if files:
                self.write({"test": self.test, "by": self.engine.name, "files": files})
        self.test = ""

    def write(self, entry):
        line = (self.dumps(entry) + "\n").encode("ascii")
        if self.nBytes + len(line) > FILE_BYTES and self.nBytes > 0:
            self.file += 1
            self.nBytes = 0
        if self.file >= MAX_FILES or len(line) > FILE_BYTES:
            return
        self.nBytes += len(line)
        path = os.path.join(self.output, "lines-%d.jsonl" % self.file)
        try:
            # Opened each time: tests may close files that they do not know, and use their numbers again.
            output = self.os_open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                self.os_write(output, line)
            finally:
                self.os_close(output)
        except OSError:
            pass


def ranges(lines):
    found = []
    for line in sorted(lines):
        if found and line == found[-1][1] + 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return found


def engine_for(folder):
    if hasattr(sys, "monitoring"):
        return Monitoring(folder)
    try:
        return CoveragePy(folder)
    except Exception:
        return Settrace(folder)


def keep_to_one_process():
    """Plugins that measure coverage themselves, or run tests in other processes, would leave nothing to record."""
    off = {"pytest_cov": "--no-cov", "xdist": "-n0"}
    options = [option for module, option in off.items() if importlib.util.find_spec(module) is not None]
    os.environ["PYTEST_ADDOPTS"] = " ".join([os.environ.get("PYTEST_ADDOPTS", "")] + options).strip()


def main():
    folder = os.path.realpath(os.getcwd())
    output = os.environ["FAULTLINE_LINES"]
    os.makedirs(output, exist_ok=True)
    program = sys.argv[1]
    with open(program, "rb") as source:
        code = compile(source.read(), program, "exec", dont_inherit=True)
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(program))
    keep_to_one_process()
    engine = engine_for(Folder(folder))
    recorder = sys.modules["faultline_lines"] = Recorder(engine, output)
    module = types.ModuleType("__main__")
    module.__file__ = program
    module.__builtins__ = __builtins__
    sys.modules["__main__"] = module
    engine.start()
    try:
        exec(code, module.__dict__)
    finally:
        recorder.end_test()


if __name__ == "__main__":
    main()
