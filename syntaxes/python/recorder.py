"""Runs a program, and records what it executes of the project with the folder `.faultline` that contains this file.

    python3 PROJECT/.faultline/coverage/recorder.py PROGRAM [ARGUMENT...]

Writes lines of JSON to records/lines-0.jsonl beside this file, lines-1.jsonl and so on. Those of a program in `.faultline`
are the lines that each of its tests executes, as soon as it has ended: {"test": ID, "by": WHAT, "files": {PATH: [[FIRST, LAST],
...]}}. The test '' is what runs outside of tests, as while modules are loaded. The program reports its tests by `observe`
of the module `faultline_recorder`.

Of another program they are all of the test '', each written at once, so that they survive `os._exit`, `exec` and crashes;
a fork continues them. So are the functions, when they are called for the first time: {"file": ..., "line": ..., "name":
...}, with "import": true for a call while a module is imported. What is installed in the project is left out.

From Python 3.12 on it uses sys.monitoring, before that sys.settrace, for tests coverage.py if it is installed. Python 3.4
or later.
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

    def __init__(self, folder, script):
        self.folder = folder
        self.script = script
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
        if known is None:
            return None
        if self.script is not None and code not in self.script.called:
            self.script.call(code, known[3], frame)
        return None if len(known[0]) >= known[1] else known[2]

    def tracer_of(self, code):
        path = self.folder.path_of(code.co_filename)
        if path is None:
            return None
        lines = set()
        self.lines.setdefault(path, []).append(lines)
        script = self.script

        def trace(frame, event, _argument):
            if event == "line":
                if script is not None and frame.f_lineno not in lines:
                    script.line(code, path, frame.f_lineno)
                lines.add(frame.f_lineno)
            return trace

        return lines, len(lines_of(code)), trace, path

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

    def __init__(self, folder, script):
        self.folder = folder
        self.script = script
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
        path = self.folder.path_of(code.co_filename)
        if path is None:
            return self.disable
        self.monitoring.set_local_events(self.tool, code, self.monitoring.events.LINE)
        is_final = self.script is None or self.script.call(code, path, sys._getframe(1))
        return self.disable if is_final else None

    def on_line(self, code, line):
        path = self.folder.path_of(code.co_filename)
        if path is not None:
            if self.script is not None:
                self.script.line(code, path, line)
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
        self.coverage = coverage.Coverage(data_file=None, config_file=False, include=[os.path.join(folder.folder, "*")], messages=False)
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


class Output:
    def __init__(self, folder, name):
        self.folder = folder
        self.name = name
        self.file = 0
        # Kept, because the program may replace them.
        self.dumps, self.size = json.dumps, os.path.getsize
        self.os_open, self.os_write, self.os_close = os.open, os.write, os.close

    def write(self, entry):
        self.append(self.encoded(entry))

    def encoded(self, entry):
        return (self.dumps(entry) + "\n").encode("ascii")

    def append(self, lines):
        while self.file < MAX_FILES and self.bytes() + len(lines) > max(FILE_BYTES, len(lines)):
            self.file += 1
        if self.file >= MAX_FILES or len(lines) > FILE_BYTES:
            return
        try:
            # Opened each time: programs may close files that they do not know, and use their numbers again.
            output = self.os_open(self.path(), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                self.os_write(output, lines)
            finally:
                self.os_close(output)
        except OSError:
            pass

    def path(self):
        return os.path.join(self.folder, "%s-%d.jsonl" % (self.name, self.file))

    def bytes(self):
        """Forks and threads write as well."""
        try:
            return self.size(self.path())
        except OSError:
            return 0


class Script:
    """What is written of a program without tests."""

    def __init__(self, output, main):
        self.output = output
        self.main = main
        self.called = set()
        self.imported = set()
        self.by = ""

    def call(self, code, path, frame):
        """Whether nothing more is to be known of its calls."""
        if code in self.called or not code.co_flags & CO_OPTIMIZED:
            return True
        entry = {"file": path, "line": code.co_firstlineno, "name": code.co_name}
        if not self.is_importing(frame):
            self.called.add(code)
            self.output.write(entry)
            return True
        if code not in self.imported:
            self.imported.add(code)
            entry["import"] = True
            self.output.write(entry)
        return False

    def is_importing(self, frame):
        while frame is not None and frame.f_code is not self.main:
            # Code of eval and exec has this name as well.
            if frame.f_code.co_name == "<module>":
                spec = frame.f_globals.get("__spec__")
                if getattr(spec, "_initializing", False):
                    return True
            frame = frame.f_back
        return False

    def line(self, code, path, line):
        # Those of modules and classes belong to no function: they can wait for the end.
        if code.co_flags & CO_OPTIMIZED:
            self.output.write({"test": "", "by": self.by, "files": {path: [[line, line]]}})


class Recorder:
    """The module `faultline_recorder`: what the program reports its tests to."""

    def __init__(self, engine, output):
        self.engine = engine
        self.output = output
        self.test = ""
        self.pid = os.getpid()
        # Kept, because tests may replace it.
        self.getpid = os.getpid

    def start(self):
        self.engine.start()

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
                self.output.write({"test": self.test, "by": self.engine.name, "files": files})
        self.test = ""


def ranges(lines):
    found = []
    for line in sorted(lines):
        if found and line == found[-1][1] + 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return found


def engine_for(folder, script):
    if hasattr(sys, "monitoring"):
        return Monitoring(folder, script)
    try:
        return Settrace(folder, script) if script is not None else CoveragePy(folder)
    except Exception:
        return Settrace(folder, script)


def keep_to_one_process():
    """Plugins that measure coverage themselves, or run tests in other processes, would leave nothing to record."""
    off = {"pytest_cov": "--no-cov", "xdist": "-n0"}
    options = [option for module, option in off.items() if importlib.util.find_spec(module) is not None]
    os.environ["PYTEST_ADDOPTS"] = " ".join([os.environ.get("PYTEST_ADDOPTS", "")] + options).strip()


def lines_recorder(folder, own, script):
    """Records lines. `script`: the code of a program without tests, else None."""
    output = Output(own, "lines")
    writer = None if script is None else Script(output, script)
    engine = engine_for(Folder(folder), writer)
    if writer is not None:
        writer.by = engine.name
    return Recorder(engine, output)


def main(make=lines_recorder):
    """Runs the program of the arguments under the recorder that `make` returns, which has `start`, `observe` and `end_test`."""
    own = os.path.dirname(os.path.realpath(__file__))
    folder = os.path.dirname(os.path.dirname(own))
    program = sys.argv[1]
    with open(program, "rb") as source:
        code = compile(source.read(), program, "exec", dont_inherit=True)
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(program))
    has_tests = os.path.realpath(program).startswith(os.path.join(folder, ".faultline", ""))
    if has_tests:
        keep_to_one_process()
    recorder = make(folder, os.path.join(own, "records"), None if has_tests else code)
    if has_tests:
        sys.modules["faultline_recorder"] = recorder
    module = types.ModuleType("__main__")
    module.__file__ = program
    module.__builtins__ = __builtins__
    sys.modules["__main__"] = module
    recorder.start()
    try:
        exec(code, module.__dict__)
    finally:
        recorder.end_test()


if __name__ == "__main__":
    main()
