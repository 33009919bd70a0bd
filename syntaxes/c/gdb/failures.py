"""Where failures begin: functions of the runtimes that a program calls when it fails, and signals."""

import gdb

# The registers of the first arguments.
ARGUMENTS = {"x86-64": ("rdi", "rsi", "rdx"), "aarch64": ("x0", "x1", "x2")}
SIGNALS = ("SIGSEGV", "SIGABRT", "SIGBUS", "SIGFPE", "SIGILL", "SIGTRAP", "SIGSYS")
ADDRESSED = ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL")
MOST_CLASSES = 20


class Failures:
    def __init__(self, architecture):
        self.registers = next((value for name, value in ARGUMENTS.items() if name in architecture), ())
        self.makers = {}
        for name, maker in (
            ("__cxa_throw", self.thrown),
            ("__assert_fail", self.asserted),
            ("__assert_rtn", self.asserted_rtn),
            ("_longjmp", self.jumped),
            ("longjmp", self.jumped),
            ("siglongjmp", self.jumped),
            ("__longjmp_chk", self.jumped),
            ("exit", self.exited),
            ("_exit", self.exited),
            ("quick_exit", self.exited),
        ):
            address = address_of(name)
            if address is not None:
                self.makers[address] = maker
        for address in places_of("rust_panic"):
            self.makers[address] = self.panicked

    def argument(self, at):
        return int(gdb.newest_frame().read_register(self.registers[at])) & (1 << 64) - 1

    def at(self, address):
        """The type and the text of what begins here; None if it is no failure."""
        try:
            return self.makers[address]()
        except (gdb.error, IndexError, UnicodeError):
            return ("failure", "")

    def signal(self, name):
        return (name, signal_text(name))

    def thrown(self):
        kind = self.argument(1) if self.registers else 0
        names = class_names(kind)
        known = [each for each in names if each in ("std::logic_error", "std::runtime_error")]
        text = c_string(word(self.argument(0) + 8)) if known else plain_text(names, self.argument(0))
        return (names[0] if names else "exception", text)

    def panicked(self):
        return ("panic", "")

    def jumped(self):
        above = gdb.newest_frame().older()
        return ("longjmp", "out of %s" % (above.name() if above is not None and above.name() else "a function"))

    def asserted(self):
        return ("assert", "Assertion `%s' failed." % c_string(self.argument(0)))

    def asserted_rtn(self):
        return ("assert", "Assertion `%s' failed." % c_string(self.argument(3)))

    def exited(self):
        status = self.argument(0) & 0xFF
        return None if status == 0 else ("exit", "status %d" % status)


def signal_text(name):
    text = {"SIGSEGV": "Segmentation fault", "SIGABRT": "Aborted", "SIGBUS": "Bus error", "SIGFPE": "Arithmetic error", "SIGILL": "Illegal instruction"}.get(name, name)
    if name == "SIGSEGV":
        try:
            address = int(gdb.parse_and_eval("$_siginfo._sifields._sigfault.si_addr"))
            return "%s at address %#x" % (text, address & (1 << 64) - 1)
        except gdb.error:
            return text
    return text


def address_of(name):
    try:
        return int(gdb.parse_and_eval("(long) &'%s'" % name)) & (1 << 64) - 1
    except gdb.error:
        return None


def places_of(function):
    """With the name of its module or without."""
    try:
        return [place.pc for place in gdb.decode_line(function)[1] or ()]
    except gdb.error:
        return []


def word(address):
    return int.from_bytes(bytes(gdb.selected_inferior().read_memory(address, 8)), "little")


def c_string(address):
    found = b""
    while b"\0" not in found and len(found) < 200:
        found += bytes(gdb.selected_inferior().read_memory(address + len(found), 1))
    return found.split(b"\0")[0].decode("utf-8", "replace")


def class_names(info):
    """The class of an exception and its first bases, by what the compiler wrote about them."""
    names = []
    while info != 0 and len(names) < MOST_CLASSES:
        name = demangled(c_string(word(info + 8)))
        names.append(name)
        own = gdb.execute("info symbol %#x" % word(info), to_string=True)
        # Only a class with one base states it here.
        info = word(info + 16) if "__si_class_type_info" in own else 0
    return names


def demangled(name):
    text = gdb.execute("demangle -l c++ -- _Z1x%s" % name.lstrip("*"), to_string=True).strip()
    return text[2:-1] if text.startswith("x(") and text.endswith(")") else name


def plain_text(names, address):
    """Of a thrown number or text."""
    if names[:1] == ["int"]:
        return str(int.from_bytes(bytes(gdb.selected_inferior().read_memory(address, 4)), "little", signed=True))
    return c_string(word(address)) if names[:1] in (["char const*"], ["char*"]) else ""
