"""Runs a program, and records the calls in the project: arguments, results, exceptions, and the lines with what they changed.

    python3 PROJECT/.faultline/coverage/callTracer.py PROGRAM [ARGUMENT...]

The recorder of lines, recorder.py, lies beside this file. Writes lines of JSON to records/trace-0.jsonl and so on, each a list
that begins with its kind:

    ["test", TEST]                                  a test begins; of a program without tests there is none
    ["function", F, PATH, LINE, NAME]               before its first call; LINE is that of its definition
    ["call", C, PARENT, F, LINE, {NAME: VALUE}]     made on LINE of the call PARENT (0: by no code of the project)
    ["line", C, LINE, {NAME: VALUE}]                a line is next; the values that changed before it
    ["raised", C, LINE, TYPE, TEXT, {NAME: VALUE}]  an exception passes LINE; all values
    ["end", C, LINE, VALUE, {NAME: VALUE}]          it returns, or yields, from LINE; null: an exception ends it
    ["ended", TEST]                                 the test has ended
    ["cut", WHY]                                    more was not recorded

Of a function that is called often, only the first calls have lines, and later ones are left out. Values are texts made
without running code of the program. The environment variable FAULTLINE_TRACE_FUNCTION names a function all of whose calls count.
Python 3.4 or later.
"""

import importlib.util
import os
import sys
import threading
import types

MOST_EVENTS = 100000
MOST_BYTES = 20 * 1024 * 1024
# Calls of one function, in one test: with their lines, and at all.
WITH_LINES = 20
MOST_CALLS = 1000
# Lines of one call: a loop must not take the whole trace.
MOST_LINES = 2000
LONGEST = 200
# Generators, coroutines, and both.
RESUMED = 0x20 | 0x80 | 0x200
# These end iterations and are no failures.
ENDS = (StopIteration, GeneratorExit)
MOST_NAMES = 20


def recorder_module():
    path = os.path.join(os.path.dirname(os.path.realpath(__file__)), "recorder.py")
    spec = importlib.util.spec_from_file_location("faultline_lines", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Values:
    """Values as short texts with type and size. Nothing of the program is called for them."""

    plain = (int, float, complex, bool, type(None), type(Ellipsis))
    groups = {list: "[]", tuple: "()", set: "{}", frozenset: "{}"}

    def text(self, value, depth=2):
        text = self.whole(value, depth)
        return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\u2026"

    def whole(self, value, depth):
        kind = type(value)
        if kind in self.plain:
            return self.number(value)
        if kind in (str, bytes):
            cut = value[:LONGEST]
            return repr(cut) if len(cut) == len(value) else "%r\u2026 (%d %s)" % (cut[:80], len(value), "characters" if kind is str else "bytes")
        if kind in self.groups:
            start, end = self.groups[kind]
            shown = [self.text(each, depth - 1) for each in first(value, 8)] if depth > 0 else []
            rest = ["\u2026 (%d)" % len(value)] if len(shown) < len(value) else []
            return (kind.__name__ if kind in (set, frozenset) and not value else "") + start + ", ".join(shown + rest) + end
        if kind is dict:
            shown = ["%s: %s" % (self.text(key, 0), self.text(value[key], depth - 1)) for key in first(value, 8)] if depth > 0 else []
            rest = ["\u2026 (%d)" % len(value)] if len(shown) < len(value) else []
            return "{" + ", ".join(shown + rest) + "}"
        return self.object(value, kind, depth)

    def number(self, value):
        try:
            return repr(value)
        except ValueError:
            return "an int of %d bits" % value.bit_length()

    def object(self, value, kind, depth):
        if isinstance(value, type):
            return "class " + value.__name__
        name = kind.__name__
        if isinstance(value, BaseException):
            return "%s(%s)" % (name, ", ".join(self.text(each, 0) for each in value.args[:3]))
        own = getattr_static(value, "__name__")
        if type(own) is str and hasattr(kind, "__call__"):
            return "%s %s" % (name, own)
        state = ""
        if kind.__module__ == "_io":
            try:
                state = ", closed" if value.closed else ", open"
                return "%s(%r%s)" % (name, getattr(value, "name", ""), state)
            except Exception:
                return name
        if kind.__module__.split(".")[0] in ("numpy", "pandas"):
            try:
                return "%s(shape %s)" % (name, value.shape)
            except Exception:
                return name
        fields = getattr_static(value, "__dict__")
        if type(fields) is not dict or depth <= 0 or not fields:
            return name + ("(\u2026)" if fields else "()")
        shown = ["%s=%s" % (key, self.text(fields[key], depth - 2)) for key in first(fields, 8) if type(key) is str]
        return "%s(%s%s)" % (name, ", ".join(shown), "" if len(fields) <= 8 else ", \u2026 (%d)" % len(fields))


def getattr_static(value, name):
    try:
        return object.__getattribute__(value, name)
    except Exception:
        return None


def first(values, count):
    found = []
    try:
        for each in values:
            if len(found) == count:
                break
            found.append(each)
    except Exception:
        pass
    return found


class Function:
    def __init__(self, number, is_wanted, start):
        self.number = number
        # Where a generator begins: it is resumed from elsewhere.
        self.start = start
        self.is_wanted = is_wanted
        self.calls = 0


class Call:
    __slots__ = ("number", "has_lines", "shown", "raised", "lines")

    def __init__(self, number, has_lines):
        self.number = number
        self.has_lines = has_lines
        self.shown = {}
        self.lines = 0
        # An exception passes, unless another line follows.
        self.raised = False


def show_lines(frame, is_shown):
    try:
        frame.f_trace_lines = is_shown
    except AttributeError:
        pass  # Before Python 3.7.


class Tracer:
    """Also the module `faultline_recorder`: what the program reports its tests to."""

    def __init__(self, folder, output, script):
        self.folder = folder
        self.output = output
        self.script = script
        self.buffer = []
        self.values = Values()
        self.functions = {}
        self.calls = {}
        # Those of generators, by the identity of their frames: a frame that is kept would keep its values.
        self.suspended = {}
        self.nested = threading.local()
        self.events = 0
        self.bytes = 0
        self.count = 0
        self.is_on = script is not None
        self.test = ""
        self.pid = os.getpid()
        self.getpid = os.getpid
        self.wanted = os.environ.get("FAULTLINE_TRACE_FUNCTION", "")

    def start(self):
        threading.settrace(self.trace)
        sys.settrace(self.trace)

    def observe(self, event, test):
        if event == "started":
            self.end_test()
            self.test = test
            self.is_on = True
            for function in self.functions.values():
                if function is not None:
                    function.calls = 0
            self.write(["test", test])
        elif test == self.test:
            self.end_test()

    def end_test(self):
        if self.test != "":
            self.write(["ended", self.test])
            self.is_on = False
        self.test = ""
        self.flush()

    def write(self, event):
        # A child process has a copy of this object, and is not the run.
        if self.events > MOST_EVENTS or self.bytes > MOST_BYTES or self.getpid() != self.pid:
            return
        self.events += 1
        if self.events > MOST_EVENTS or self.bytes > MOST_BYTES:
            event = ["cut", "more than %d events or %d MB" % (MOST_EVENTS, MOST_BYTES >> 20)]
        line = self.output.encoded(event)
        self.bytes += len(line)
        self.buffer.append(line)
        # What is not written is lost if the process crashes.
        if len(self.buffer) >= 200 or event[0] in ("raised", "cut"):
            self.flush()

    def flush(self):
        if self.buffer and self.getpid() == self.pid:
            self.output.append(b"".join(self.buffer))
        self.buffer = []

    def trace(self, frame, _event, _argument):
        if not self.is_on or self.events > MOST_EVENTS or getattr(self.nested, "busy", False):
            return None
        code = frame.f_code
        try:
            function = self.functions[code]
        except KeyError:
            function = self.functions[code] = self.function_of(code, frame.f_lasti)
        if function is None:
            return None
        if code.co_flags & RESUMED and frame.f_lasti > function.start:
            call = self.suspended.get(id(frame))
            if call is not None:
                self.calls[frame] = call
            return None if call is None else self.within(call)
        function.calls += 1
        if function.calls > MOST_CALLS and not function.is_wanted:
            return None
        self.nested.busy = True
        try:
            return self.begin(frame, function)
        finally:
            self.nested.busy = False

    def function_of(self, code, start):
        path = self.folder.path_of(code.co_filename)
        # Bodies of modules and classes are no calls, but that of the program.
        if path is None or not (code.co_flags & 0x1 or code is self.script):
            return None
        name = getattr(code, "co_qualname", code.co_name) if code is not self.script else path
        is_wanted = self.wanted != "" and (self.wanted == code.co_name or self.wanted == name or self.wanted.endswith("." + code.co_name))
        function = Function(len(self.functions) + 1, is_wanted, start)
        self.write(["function", function.number, path, code.co_firstlineno, name.replace(".<locals>", "")])
        return function

    def begin(self, frame, function):
        self.count += 1
        has_lines = function.calls <= WITH_LINES or function.is_wanted
        call = Call(self.count, has_lines)
        code = frame.f_code
        names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)]
        arguments = {}
        for name in names:
            if name in frame.f_locals:
                arguments[name] = call.shown[name] = self.values.text(frame.f_locals[name])
        parent, line = self.caller_of(frame)
        self.write(["call", call.number, parent, function.number, line, arguments])
        self.calls[frame] = call
        if code.co_flags & RESUMED:
            self.suspended[id(frame)] = call
        if not has_lines:
            # Only its end is reported.
            show_lines(frame, False)
        return self.within(call)

    def caller_of(self, frame):
        line = 0
        above = frame.f_back
        while above is not None:
            call = self.calls.get(above)
            if call is not None:
                return call.number, above.f_lineno
            above = above.f_back
        return 0, line

    def within(self, call):
        def trace(frame, event, argument):
            if getattr(self.nested, "busy", False):
                return trace
            self.nested.busy = True
            try:
                if event == "line":
                    call.raised = False
                    call.lines += 1
                    if call.has_lines and call.lines <= MOST_LINES:
                        self.write(["line", call.number, frame.f_lineno, self.changed(call, frame)])
                elif event == "exception" and not issubclass(argument[0], ENDS):
                    kind, value, _ = argument
                    text = self.message(value)
                    call.shown = {}
                    call.raised = True
                    show_lines(frame, True)
                    self.write(["raised", call.number, frame.f_lineno, kind.__name__, text, self.changed(call, frame)])
                elif event == "return":
                    changed = self.changed(call, frame) if call.has_lines else {}
                    value = None if call.raised else self.values.text(argument)
                    self.write(["end", call.number, frame.f_lineno, value, changed])
                    self.calls.pop(frame, None)
            finally:
                self.nested.busy = False
            return trace

        return trace

    def message(self, value):
        args = value.args if isinstance(value, BaseException) else ()
        first = args[0] if args else ""
        return first[:LONGEST] if type(first) is str else self.values.text(first, 1)

    def is_shown(self, name, value):
        return not name.startswith("__") and not isinstance(value, (type, types.ModuleType, types.FunctionType))

    def changed(self, call, frame):
        found = {}
        local = frame.f_locals
        for name in first((each for each in local if self.is_shown(each, local[each])), MOST_NAMES):
            text = self.values.text(local[name])
            if call.shown.get(name) != text:
                call.shown[name] = found[name] = text
        return found


def main():
    lines = recorder_module()

    def make(folder, records, script):
        output = lines.Output(records, "trace")
        return Tracer(lines.Folder(folder), output, script)

    lines.main(make)


if __name__ == "__main__":
    main()
