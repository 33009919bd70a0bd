"""Programs of Go in tracer.py: goroutines instead of threads, panics and tests that are marked as failed, results, and names.

The stack of a goroutine moves when it grows: places in it are counted from its end.
"""

import re

import gdb
import goValues
import values
from failures import address_of, word
from functions import line_text

# The register of the current goroutine, and those of the first arguments.
REGISTERS = {"x86-64": ("r14", ("rax", "rbx", "rcx")), "aarch64": ("x28", ("x0", "x1", "x2"))}
# What begins a function: the check of the stack, its frame, and the arguments that registers hold put into it.
PROLOGUE = re.compile(r"(cmp .*|jbe .*|push +%rbp|sub .*,%rsp|add \$0xf+\w+,%rsp|(?:mov|lea) .*,%rbp|lea .*,%r1[23]|mov +%rbp,.*|nop.*|xchg +%ax,%ax|mov\w* +%\w+,(?:0x\w+)?\(%rsp\)) *(?:#.*)?$")
BOUNDS = (
    "index out of range [%x] with length %y",
    "slice bounds out of range [:%x] with length %y",
    "slice bounds out of range [:%x] with capacity %y",
    "slice bounds out of range [%x:%y]",
    "slice bounds out of range [::%x] with length %y",
    "slice bounds out of range [::%x] with capacity %y",
    "slice bounds out of range [:%x:%y]",
    "slice bounds out of range [%x:%y:]",
)
MOST_FRAMES = 60


class Goroutines:
    def __init__(self, architecture):
        self.current, self.arguments = next((value for name, value in REGISTERS.items() if name in architecture), (None, ()))
        fields = {each.name: each.bitpos // 8 for each in gdb.lookup_type("runtime.g").fields()}
        self.id_at, self.creator_at = fields["goid"], fields["gopc"]
        values.readers.append(goValues.text_of)
        # The text that each goroutine logged last in a test, and those that have failed or ended.
        self.logged = {}
        self.has_failed = False

    def stack(self):
        """The number of the goroutine that runs, and the end of its stack."""
        address = self.goroutine()
        return word(address + self.id_at), word(address + 8)

    def goroutine(self):
        return int(gdb.newest_frame().read_register(self.current)) & (1 << 64) - 1

    def creator(self):
        """The address of the statement that began the goroutine."""
        return word(self.goroutine() + self.creator_at)

    def name_of(self, symbol):
        """`cart.Cart.Total` of `example.org/shop/cart.(*Cart).Total`."""
        name = re.sub(r"\[.*\]", "", symbol.name).rpartition("/")[2]
        return re.sub(r"\(\*(\w+)\)", r"\1", name).replace("%2e", ".")

    def entry(self, start, end, lines, own):
        """Where the first statement begins: the arguments are in the frame."""
        try:
            code = gdb.selected_inferior().architecture().disassemble(start, end - 1)
        except gdb.error:
            return None
        begun = next((each["addr"] for each in code if not PROLOGUE.match(each["asm"])), start)
        return next((pc for pc in sorted(lines) if pc >= begun and lines[pc] != own), begun)

    def result_of(self, symbol):
        """The variables of its results."""
        block = gdb.block_for_pc(int(symbol.value().address))
        while block is not None and block.function is None:
            block = block.superblock
        return block, [each for each in block or () if each.is_argument and self.is_result(each, symbol)]

    def is_result(self, symbol, function, known={}):
        """The debugger takes results for arguments."""
        key = (function.name, symbol.name)
        if key not in known:
            name = symbol.name.lstrip("&")
            text = line_text(function.symtab.fullname(), symbol.line)
            known[key] = name.startswith("~") or re.search(r"\)\s*\((?:[^()]|\([^()]*\))*?\b%s\b" % re.escape(name), text) is not None
        return known[key]

    def text_of(self, frame, result):
        block, variables = result
        texts = []
        for each in variables:
            try:
                texts.append(values.text_of(frame.read_var(each, block)))
            except (gdb.error, ValueError):
                texts.append("(not readable)")
        return "()" if texts == [] else texts[0] if len(texts) == 1 else "(%s)" % ", ".join(texts)

    def makers(self):
        found = {
            "runtime.gopanic": self.panicked,
            "runtime.throw": self.thrown,
            "runtime.fatal": self.thrown,
            "os.Exit": self.exited,
            "testing.(*common).logDepth": self.logs,
            "testing.(*common).log": self.logs,
            "testing.(*common).Fail": self.marked,
        }
        return {address: maker for address, maker in ((address_of(name), maker) for name, maker in found.items()) if address is not None}

    def argument(self, at):
        return int(gdb.newest_frame().read_register(self.arguments[at])) & (1 << 64) - 1

    def signal(self, name):
        return {
            "SIGSEGV": ("panic", "runtime error: invalid memory address or nil pointer dereference"),
            "SIGFPE": ("panic", "runtime error: integer divide by zero"),
        }.get(name, (name, name))

    def panicked(self):
        """A signal that became a panic came before, and the runner of a test panics again."""
        above = gdb.newest_frame().older()
        if above is None or (above.name() or "").startswith(("runtime.panicmem", "testing.tRunner")):
            return None
        return ("panic", panic_text(self.argument(0), self.argument(1)))

    def thrown(self):
        return ("fatal error", string(self.argument(0), self.argument(1)))

    def exited(self):
        status = self.argument(0) & 0xFF
        return None if status == 0 else ("exit", "status %d" % status)

    def logs(self):
        self.logged[self.stack()[0]] = string(self.argument(1), self.argument(2))

    def marked(self):
        """A test was marked as failed, for the first time, and not because of a panic or of a test in it."""
        frame = gdb.newest_frame().older()
        kind = "failed"
        for _ in range(MOST_FRAMES):
            name = (frame.name() or "") if frame is not None else ""
            if not name.startswith(("testing.", "runtime.")) or name.startswith(("testing.tRunner", "testing.(*T)", "runtime.gopanic")):
                break
            if name.endswith((".FailNow", ".Fatal", ".Fatalf")):
                kind = "fatal"
            frame = frame.older()
        if self.has_failed or frame is None or name.startswith(("testing.", "runtime.")):
            return None
        self.has_failed = True
        return (kind, self.logged.get(self.stack()[0], "").strip())


def string(address, size):
    return values.shortened(bytes(gdb.selected_inferior().read_memory(address, min(size, 1000))).decode("utf-8", "replace")) if size else ""


def panic_text(kind, data):
    """Of texts and the errors of the runtime and of the package errors; '' of those that only their own methods know."""
    name = goValues.type_name(kind)
    if name == "runtime.boundsError":
        x, y, code = (int.from_bytes(bytes(gdb.selected_inferior().read_memory(data + at, size)), "little", signed=True) for at, size in ((0, 8), (8, 8), (17, 1)))
        return "runtime error: " + (BOUNDS[code] if 0 <= code < len(BOUNDS) else "out of range").replace("%x", str(x)).replace("%y", str(y))
    if name in ("string", "runtime.plainError", "runtime.errorString", "*errors.errorString", "*fmt.wrapError"):
        text = string(word(data), word(data + 8))
        return ("runtime error: " if name == "runtime.errorString" else "") + text
    return ""
