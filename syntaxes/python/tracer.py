"""Runs a program and records the functions of one folder that it executes.

    python3 FOLDER/.faultline/tracer.py PROGRAM [ARGUMENT...]

Appends a line of JSON to `executed.jsonl` beside this file when a function in FOLDER is called for the first time:
{"file": ..., "line": ..., "name": ...}, with "import": true for a call while a module is imported. Each line is written
at once, so that they survive `os._exit`, `exec` and crashes; a fork continues them. Python 3.4 or later.
"""

import json
import os
import sys
import threading
import types

# Beyond it, nothing more is recorded: it bounds the file.
MAX_FUNCTIONS = 20000
# A function, and not the body of a class or of a module.
CO_OPTIMIZED = 0x1


class Tracer:
    def __init__(self, folder, main, os_open=os.open, os_write=os.write, os_close=os.close):
        self.prefix = folder + os.sep
        self.start = os.getcwd()
        self.output = os.path.join(folder, ".faultline", "executed.jsonl")
        self.main = main
        # Kept, because the program may replace them.
        self.os_open, self.os_write, self.os_close = os_open, os_write, os_close
        self.dumps = json.dumps
        self.files = {}
        self.called = set()
        self.imported = set()
        self.recorded = 0

    def trace(self, frame, event, _argument):
        """For sys.settrace: it is called for each call of a function, and asks for nothing inside of it."""
        code = frame.f_code
        if code in self.called or not code.co_flags & CO_OPTIMIZED:
            return
        try:
            file = self.files[code.co_filename]
        except KeyError:
            file = self.files[code.co_filename] = self.relative(code.co_filename)
        if file is None:
            self.called.add(code)
        elif not self.is_importing(frame):
            self.called.add(code)
            self.record(code, {"file": file, "line": code.co_firstlineno, "name": code.co_name})
        elif code not in self.imported:
            self.imported.add(code)
            self.record(code, {"file": file, "line": code.co_firstlineno, "name": code.co_name, "import": True})

    def relative(self, file):
        """The path in the folder; None for what is not in it, also through a link."""
        if file.startswith("<"):
            return None
        real = os.path.realpath(os.path.join(self.start, file))
        return real[len(self.prefix) :].replace(os.sep, "/") if real.startswith(self.prefix) else None

    def is_importing(self, frame):
        while frame is not None and frame.f_code is not self.main:
            if frame.f_code.co_name == "<module>":
                return True
            frame = frame.f_back
        return False

    def record(self, code, entry):
        if self.recorded >= MAX_FUNCTIONS:
            return
        self.recorded += 1
        try:
            line = (self.dumps(entry) + "\n").encode("ascii")
            # Opened each time: the program may close files that it does not know, and use their numbers again.
            output = self.os_open(self.output, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
            try:
                self.os_write(output, line)
            finally:
                self.os_close(output)
        except OSError:
            pass


def main():
    folder = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    program = sys.argv[1]
    with open(program, "rb") as source:
        code = compile(source.read(), program, "exec", dont_inherit=True)
    sys.argv = sys.argv[1:]
    sys.path[0] = os.path.dirname(os.path.abspath(program))
    module = types.ModuleType("__main__")
    module.__file__ = program
    module.__builtins__ = __builtins__
    sys.modules["__main__"] = module
    tracer = Tracer(folder, code)
    threading.settrace(tracer.trace)
    sys.settrace(tracer.trace)
    exec(code, module.__dict__)


if __name__ == "__main__":
    main()
