"""Runs a program in gdb, and records the calls in the project: arguments, results, lines with what they changed, and the
frames of each failure with their values.

    sh PROJECT/.faultline/coverage/startTracer.sh PROGRAM [ARGUMENT...]

Functions get a breakpoint where they begin, and when one is called for the first time also on its lines and returns, as far as
its calls are recorded. The format is that of callTracer.py of Python. After FAULTLINE_TRACE_SECONDS, and for what is called often, only
failures are recorded. No code of the program runs for a value.
"""

import os
import re
import signal
import sys
import time

sys.dont_write_bytecode = True
OWN = os.path.dirname(os.path.realpath(__file__))
sys.path.insert(0, OWN)

import gdb  # noqa: E402
from failures import Failures, SIGNALS, address_of  # noqa: E402
from functions import Function, Project, line_text, quiet  # noqa: E402
from output import Output  # noqa: E402
from results import Results  # noqa: E402
from stacks import Call, Stack  # noqa: E402
import values  # noqa: E402

# Calls of one function: with their lines, and at all.
WITH_LINES = 20
MOST_CALLS = 1000
# Lines of one call: a loop must not take the whole trace.
MOST_LINES = 2000
MOST_NAMES = 20
# From the failure outwards.
MOST_FRAMES = 200
# Of the processor, for gdb itself: how much is recorded does not depend on what else the machine does.
SECONDS = 5


class Point(gdb.Breakpoint):
    """An address of a function: where it begins, a line, or where it returns."""

    def __init__(self, tracer, function, address, line=0, is_entry=False, is_return=False):
        super().__init__("*%#x" % address, internal=True)
        self.silent = True
        self.tracer, self.function, self.address, self.line_number = tracer, function, address, line
        self.is_entry, self.is_return = is_entry, is_return

    def stop(self):
        """Whether the program has to stop: commands are only allowed then, and changes of breakpoints."""
        return self.tracer.reached(self)


class FailurePoint(gdb.Breakpoint):
    def __init__(self, tracer, address):
        super().__init__("*%#x" % address, internal=True)
        self.silent = True
        self.tracer, self.address = tracer, address

    def stop(self):
        if self.tracer.runtime is not None:
            # Several threads run: another one may be next.
            self.act()
            return False
        self.tracer.todo.append(self.act)
        return True

    def act(self):
        failure = self.tracer.failures.at(self.address)
        if failure is not None:
            self.tracer.failed(*failure)


class EndPoint(gdb.Breakpoint):
    """A goroutine ends here, with the calls that it has not left."""

    def __init__(self, tracer, address):
        super().__init__("*%#x" % address, internal=True)
        self.silent = True
        self.tracer = tracer

    def stop(self):
        self.tracer.stack().is_over = True
        return False


class Tracer:
    def __init__(self, folder, output):
        self.project = Project(folder)
        self.output = output
        self.stacks = {}
        self.points = {}
        self.numbers = 0
        self.functions = {}
        self.todo = []
        self.is_on = True
        self.runtime = None
        # The last failure, also one that the program handled, as runners of tests do.
        self.last = None
        self.last_point = None
        self.exit_code = None
        self.signal = None
        self.wanted = os.environ.get("FAULTLINE_TRACE_FUNCTION", "")
        self.seconds = float(os.environ.get("FAULTLINE_TRACE_SECONDS", SECONDS))

    def start(self):
        """Once the program and its libraries are loaded."""
        self.output.program = os.path.basename(gdb.current_progspace().filename or "")
        quiet("set language c")
        architecture = gdb.selected_inferior().architecture().name()
        self.failures = Failures(architecture)
        if address_of("runtime.gopanic") is not None:
            from goroutines import Goroutines

            self.runtime = self.project.runtime = Goroutines(architecture)
            self.failures.makers = self.runtime.makers()
            end = address_of("runtime.Goexit")
            if end is not None:
                EndPoint(self, end)
        for address in self.failures.makers:
            FailurePoint(self, address)
        found = self.project.functions()
        quiet("set language auto")
        self.results = self.runtime or Results(architecture)
        for function in found:
            function.is_wanted = self.wanted != "" and last_part(self.wanted) == last_part(function.name)
            self.functions[int(function.symbol.value().address)] = function
            is_return = function.entry in function.returns
            if is_return:
                function.result = self.results.result_of(function.symbol)
            line = function.lines[function.entry]
            self.points[function] = [Point(self, function, function.entry, line, is_entry=True, is_return=is_return)]
        self.began = time.process_time()

    def reached(self, point):
        if not self.is_on:
            return False
        if time.process_time() - self.began > self.seconds:
            self.finish("after %g seconds of gdb, only what failed was recorded" % self.seconds)
            return True
        if self.output.is_full:
            self.finish("more than 100000 events or 20 MB")
            return True
        stack = self.stack()
        frame = gdb.newest_frame()
        call = self.enter(point.function, frame, stack) if point.is_entry else None
        if point.line_number:
            self.line(point, frame, stack, call)
        if point.is_return:
            self.leave(point.function, frame, stack)
        return len(self.todo) > 0

    def finish(self, why):
        self.is_on = False
        self.output.cut(why)
        self.todo.append(self.remove_points)

    def remove_points(self):
        for points in self.points.values():
            for point in points:
                point.delete()
        self.points = {}

    def stack(self):
        """Of the thread or goroutine that runs. Places in it are counted from `origin`."""
        key, origin[0] = (gdb.selected_thread().ptid, 0) if self.runtime is None else self.runtime.stack()
        if key not in self.stacks:
            self.stacks[key] = Stack(*(None, 0) if self.runtime is None else self.creator())
        found = self.stacks[key]
        found.used = self.next_number()
        return found

    def creator(self):
        """The call that began this goroutine, and on which line; None if that is not known."""
        place = self.runtime.creator()
        function = gdb.block_for_pc(place - 1)
        while function is not None and function.function is None:
            function = function.superblock
        own = None if function is None else self.functions.get(int(function.function.value().address))
        others = sorted((each for each in self.stacks.values() if each.calls and not each.is_over), key=lambda each: -each.used)
        if own is None:
            # A library did, for what ran before.
            call = others[0].calls[-1] if others else None
            return call, 0 if call is None else call.last_line
        return next((call for each in others for call in reversed(each.calls) if call.function is own), None), gdb.find_pc_line(place - 1).line

    def enter(self, function, frame, stack):
        """The call that begins; one that returns to its first line is none, and of many only the first count."""
        older = frame.older()
        cfa = frame_end(frame, older)
        top = stack.calls[-1] if stack.calls else None
        if top is not None and top.cfa == cfa and top.function is function and top.stack_pointer == pointer_of(frame):
            return top
        function.calls += 1
        self.settle(stack, cfa + 1)
        if function.calls == 1:
            self.todo.append(lambda: self.add_points(function))
        if function.calls > MOST_CALLS and not function.is_wanted:
            self.todo.append(lambda: self.leave_out(function, all_of_it=True))
            return None
        if function.calls == WITH_LINES + 1 and not function.is_wanted:
            self.todo.append(lambda: self.leave_out(function, all_of_it=False))
        parent = stack.calls[-1] if stack.calls else stack.creator
        called_at = 0 if parent is None else self.line_in(parent, older) if stack.calls else stack.begun_at
        call = Call(self.next_number(), function, cfa, pointer_of(frame), called_at)
        call.has_lines = function.calls <= WITH_LINES or function.is_wanted
        call.last_line = function.line
        call.shown = self.arguments(frame, frame.block())
        self.write_call(call, parent, call.shown)
        stack.calls.append(call)
        return call

    def next_number(self):
        self.numbers += 1
        return self.numbers

    def write_call(self, call, parent, arguments):
        function = call.function
        if function.number == 0:
            function.number = self.next_number()
            self.output.write(["function", function.number, function.path, function.line, function.name])
        self.output.write(["call", call.number, 0 if parent is None else parent.number, function.number, call.called_at, dict(arguments)])

    def line_in(self, call, frame):
        """The line of a call that a frame, or one it called, belongs to."""
        for _ in range(MOST_FRAMES):
            if frame is None:
                return 0
            older = frame.older()
            if frame_end(frame, older) >= call.cfa:
                return frame.find_sal().line
            frame = older
        return 0

    def add_points(self, function):
        points = self.points.get(function)
        if points is None:
            return
        function.result = self.results.result_of(function.symbol)
        returns = set(function.returns)
        for address, line in function.lines.items():
            if address != function.entry:
                points.append(Point(self, function, address, line, is_return=address in returns))
        for address in returns.difference(function.lines):
            points.append(Point(self, function, address, is_return=True))

    def leave_out(self, function, all_of_it):
        """No lines any more; with `all_of_it` also no calls."""
        kept = []
        for point in self.points.get(function, []):
            if (point.is_return and not point.line_number) or (point.is_entry and not all_of_it):
                kept.append(point)
            else:
                point.delete()
        if function in self.points:
            self.points[function] = kept

    def line(self, point, frame, stack, call=None):
        call = call or self.call_of(point.function, frame, stack)
        if call is None or not call.has_lines:
            return
        changed = self.changed(call, frame) if call.lines < MOST_LINES else {}
        if self.runtime is not None and self.last_point == (point, call) and not changed:
            # A signal of the runtime came between, and the statement begins again.
            return
        self.last_point = (point, call)
        call.lines += 1
        if not is_closing(point.function, point.line_number):
            call.last_line = point.line_number
        if call.lines <= MOST_LINES:
            self.output.write(["line", call.number, point.line_number, changed])

    def call_of(self, function, frame, stack):
        top = stack.calls[-1] if stack.calls else None
        if stack.pending is None and top is not None and top.function is function and top.stack_pointer == pointer_of(frame):
            return top
        cfa = frame_end(frame, frame.older())
        self.settle(stack, cfa)
        top = stack.calls[-1] if stack.calls else None
        if top is None or top.cfa != cfa or top.function is not function:
            return None
        # An exception passed it, or it handled it.
        self.write_raised(stack, top)
        return top

    def leave(self, function, frame, stack):
        pointer = pointer_of(frame)
        self.settle(stack, pointer)
        call = stack.calls[-1] if stack.calls else None
        # An address is above the place of a return at most.
        if call is None or call.function is not function or call.cfa > pointer + (64 if self.runtime is None else 8):
            return
        if stack.pending is not None and call in stack.pending.all:
            self.write_raised(stack, call)
            # It returns: nothing passes through its callers.
            stack.pending = None
        stack.calls.pop()
        result = self.results.text_of(frame, function.result)
        line = call.last_line
        if function.name == "main" and not stack.calls and result.lstrip("-").isdigit() and int(result) & 0xFF:
            kind, text = ("exit", "status %d" % (int(result) & 0xFF))
            if self.last is not None and call in self.last.all:
                kind, text, line = self.last.kind, self.last.text, self.last.all[call]
            self.output.write(["raised", call.number, line, kind, text, {}])
            result = None
        self.output.write(["end", call.number, line, None if call.is_marked else result, {}])
        if function.calls > MOST_CALLS and not any(each.function is function for each in stack.calls):
            self.todo.append(lambda: self.remove_all(function))

    def remove_all(self, function):
        for point in self.points.pop(function, []):
            point.delete()

    def settle(self, stack, cfa):
        """An exception ended the calls deeper than a frame, if there was one."""
        for call in stack.ended(cfa):
            self.write_raised(stack, call, is_end=True)

    def write_raised(self, stack, call, is_end=False):
        if stack.pending is None:
            return
        place = stack.pending.places.pop(call, None)
        if place is not None:
            line, shown = place
            call.shown = dict(shown)
            self.output.write(["raised", call.number, line, stack.pending.kind, stack.pending.text, shown])
            if is_end:
                self.output.write(["end", call.number, line, None, {}])
        if not stack.pending.places:
            stack.pending = None

    def failed(self, kind, text):
        stack = self.stack()
        found = self.frames()
        if found:
            self.settle(stack, found[-1].cfa)
        if kind in ("failed", "fatal") and found:
            self.output_frames(stack, found, kind, text)
            if kind == "failed":
                self.mark(stack)
            elif stack.creator is not None:
                self.pass_on(stack)
            return
        is_same = stack.pending is not None and kind == "SIGABRT" and stack.pending.is_within(found)
        # A runtime ends the program after an error that it handled.
        if is_same or (kind == "exit" and not found):
            return
        self.output_frames(stack, found, kind, text)

    def mark(self, stack):
        """A failure that ends nothing: it is one of each call that has not ended."""
        for call in list(stack.pending.places):
            self.write_raised(stack, call)
            call.is_marked = True
        if stack.creator is not None:
            self.pass_on(stack)

    def frames(self):
        """The frames of the project, the outermost first."""
        found = []
        frame, newer = gdb.newest_frame(), ""
        for _ in range(MOST_FRAMES):
            if frame is None:
                break
            older = frame.older()
            symbol = frame.function()
            # A signal is no call: its statement has not ended.
            place = gdb.find_pc_line(frame.pc()) if newer == "runtime.sigpanic" else frame.find_sal()
            newer = frame.name()
            path = self.project.path_of(place.symtab) if symbol is not None else None
            if path is not None and int(symbol.value().address) not in self.project.made:
                found.append(Frame(frame, symbol, path, place.line, frame_end(frame, older), self.project.name_of(symbol)))
            frame = older
        return found[::-1]

    def output_frames(self, stack, found, kind, text):
        places = {}
        above = None
        for each in found:
            call = next((call for call in stack.calls if call.cfa == each.cfa and call.function.name == each.name), None)
            if call is None:
                call = self.call_of_frame(each, stack, above)
            places[call] = (each.line, self.everything(each.frame, each.line))
            above = each
        for at, call in enumerate(stack.calls):
            # Far from the failure.
            if call not in places:
                below = stack.calls[at + 1] if at + 1 < len(stack.calls) else None
                places[call] = (below.called_at if below else call.last_line, {})
        if places:
            stack.pending = self.last = Pending(kind, text, places)
        self.output.flush()

    def call_of_frame(self, frame, stack, above):
        """Of a frame whose beginning was not recorded."""
        address = int(frame.symbol.value().address)
        function = self.functions.get(address)
        if function is None:
            function = self.functions[address] = Function(frame.symbol, frame.path, frame.name, (0, {}, []))
        call = Call(self.next_number(), function, frame.cfa, 0, 0 if above is None else above.line)
        outer = [each for each in stack.calls if each.cfa > frame.cfa]
        parent = outer[-1] if outer else stack.creator
        if above is None and parent is not None:
            call.called_at = parent.last_line if outer else stack.begun_at
        self.write_call(call, parent, self.arguments(frame.frame, safe_block(frame.frame)))
        stack.calls.insert(len(outer), call)
        return call

    def arguments(self, frame, block):
        while block is not None and block.function is None:
            block = block.superblock
        found = {plain_symbol(symbol): self.value(frame, symbol, block) for symbol in block or () if symbol.is_argument and is_shown(symbol) and not self.is_result(symbol, block)}
        if block is not None and self.project.name_of(block.function) == "main":
            found.update(self.words(frame, block))
        return found

    def is_result(self, symbol, block):
        return self.runtime is not None and self.runtime.is_result(symbol, block.function)

    def words(self, frame, block):
        """Those that a program is started with: all, and not only the first."""
        found = {}
        for symbol in block:
            try:
                text = values.words_text(frame.read_var(symbol, block)) if symbol.is_argument else None
            except (gdb.error, ValueError):
                text = None
            if text is not None:
                found[symbol.name] = text
        return found

    def changed(self, call, frame):
        place = frame.find_sal().line
        found = {}
        for name, text in self.everything(frame, place).items():
            if call.shown.get(name) != text:
                call.shown[name] = found[name] = text
        return found

    def everything(self, frame, line):
        """What is in scope; a variable counts after its line: before, it holds what was there earlier."""
        found = {}
        block = safe_block(frame)
        while block is not None and not block.is_global and not block.is_static:
            for symbol in block:
                name = plain_symbol(symbol)
                if len(found) >= MOST_NAMES:
                    break
                if is_shown(symbol) and name not in found and (symbol.is_argument or (symbol.is_variable and symbol.line < line and is_written(symbol, symtab_of(symbol, frame)))):
                    found[name] = self.value(frame, symbol, block)
            if block.function is not None:
                break
            block = block.superblock
        return found

    def value(self, frame, symbol, block):
        try:
            value = frame.read_var(symbol, block)
            # Of a variable that was moved to the heap the debugger knows the address.
            return values.text_of(value.dereference() if symbol.name.startswith("&") else value)
        except (gdb.error, ValueError):
            return "(not readable)"

    def run(self):
        stops = []
        gdb.events.stop.connect(stops.append)
        gdb.events.exited.connect(self.exited)
        quiet("continue") if self.begin() else None
        while self.is_running():
            event = stops[-1] if stops else None
            stops.clear()
            if isinstance(event, gdb.SignalEvent) and event.stop_signal in SIGNALS:
                self.failed(*(self.runtime or self.failures).signal(event.stop_signal))
                self.signal = event.stop_signal
            self.change_points()
            quiet("continue")
        self.end()

    def change_points(self):
        for act in self.todo:
            act()
        self.todo.clear()

    def begin(self):
        """Whether the program has begun, and did not end before its main function."""
        quiet("set language c")
        gdb.Breakpoint("main" if address_of("main.main") is None else "'main.main'", temporary=True, internal=True)
        # Its output is that of the program that started this one: gdb writes elsewhere.
        given = quiet("show args")
        quiet("set args %s >&3 2>&4 3>&- 4>&-" % given[given.index('"') + 1 : given.rindex('"')])
        quiet("run")
        if not self.is_running():
            return False
        self.start()
        self.stack()
        frame = gdb.newest_frame()
        for point in [each for points in self.points.values() for each in points if each.address == frame.pc()]:
            self.reached(point)
        self.change_points()
        return True

    def is_running(self):
        return gdb.selected_inferior().pid != 0

    def exited(self, event):
        self.exit_code = getattr(event, "exit_code", None)

    def end(self):
        for stack in self.stacks.values():
            if stack.pending is not None and stack.pending.places and stack.creator is not None:
                self.pass_on(stack)
            for call in reversed(list(stack.calls)):
                self.write_raised(stack, call, is_end=True)
        self.output.close()

    def pass_on(self, stack):
        """What ended a goroutine, or marked its test, is also a failure of the calls that began it and wait for it."""
        kind, text = stack.pending.kind, stack.pending.text
        while stack is not None and stack.creator is not None:
            above = next((each for each in self.stacks.values() if stack.creator in each.calls), None)
            line = stack.begun_at
            for call in reversed(above.calls[: above.calls.index(stack.creator) + 1] if above is not None else []):
                self.output.write(["raised", call.number, line, kind, text, {}])
                call.is_marked, line = True, call.called_at
            stack = above


class Frame:
    def __init__(self, frame, symbol, path, line, cfa, name):
        self.frame, self.symbol, self.path, self.line, self.cfa, self.name = frame, symbol, path, line, cfa, name


class Pending:
    """An exception on its way. `places`: line and values of each call that it may end."""

    def __init__(self, kind, text, places):
        self.kind, self.text, self.places = kind, text, places
        self.all = {call: line for call, (line, _) in places.items()}

    def is_within(self, frames):
        ends = {each.cfa for each in frames}
        return all(call.cfa in ends for call in self.places)


def frame_end(frame, older):
    return pointer_of(older if older is not None else frame)


# Where the places of the stack that runs are counted from.
origin = [0]


def pointer_of(frame):
    return int(frame.read_register("sp")) - origin[0]


def last_part(name):
    return re.split(r"::|\.", name)[-1]


def plain_symbol(symbol):
    return (symbol.name or "").lstrip("&")


def is_shown(symbol):
    """Compilers give the other names to what they made."""
    return plain_symbol(symbol)[:1] not in ("", "~", ".")


def safe_block(frame):
    try:
        return frame.block()
    except RuntimeError:
        return None


def symtab_of(symbol, frame):
    """Some compilers write only lines: the file is that of the function."""
    function = frame.function()
    return symbol.symtab if function is None or symbol.line == 0 else function.symtab


def is_written(symbol, symtab, known={}):
    """Compilers make variables of their own: their names are not where they are declared."""
    key = (symtab.filename, symbol.line, symbol.name)
    if key not in known:
        known[key] = plain_symbol(symbol) in line_text(symtab.fullname(), symbol.line)
    return known[key]


def is_closing(function, line, known={}):
    key = (function.path, line)
    if key not in known:
        known[key] = line_text(function.symbol.symtab.fullname(), line).strip() in ("}", "};", "})", "});")
    return known[key]


SETTINGS = (
    "pagination off",
    "confirm off",
    "width 0",
    "language auto",
    "backtrace past-main on",
    "print thread-events off",
    "print inferior-events off",
    "breakpoint always-inserted on",
    "breakpoint pending off",
    "step-mode off",
    "startup-with-shell on",
)


def main():
    for each in SETTINGS:
        quiet("set " + each)
    for each in ("LINES", "COLUMNS"):
        quiet("unset environment " + each)
    for each in ("SIGALRM", "SIGURG", "SIGPIPE", "SIGUSR1", "SIGUSR2", "SIGCHLD"):
        quiet("handle %s nostop noprint pass" % each)
    tracer = Tracer(os.path.dirname(os.path.dirname(OWN)), Output(os.path.join(OWN, "records")))
    tracer.run()
    if tracer.exit_code is None and tracer.signal is not None:
        # As the program did.
        number = getattr(signal, tracer.signal)
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    quiet("quit %d" % (tracer.exit_code or 0))


main()
