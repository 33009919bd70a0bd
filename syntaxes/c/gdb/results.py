"""The result of a function that is about to return, from the registers of the processor."""

import re

import gdb
import values

# In order: of whole numbers and addresses, of numbers with a fraction, and of the address of a large result.
REGISTERS = {
    "x86-64": (("rax", "rdx"), ("xmm0", "xmm1"), "rax"),
    "aarch64": (("x0", "x1"), ("v0", "v1"), None),
}
WHOLE = (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_BOOL, gdb.TYPE_CODE_ENUM, gdb.TYPE_CODE_CHAR, gdb.TYPE_CODE_PTR, gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF)


class Results:
    def __init__(self, architecture):
        self.registers = next((value for name, value in REGISTERS.items() if name in architecture), None)

    def result_of(self, function):
        """How the result of a function is read. Runs commands of the debugger."""
        kind = function.type.target() if function.type.code == gdb.TYPE_CODE_FUNC else None
        if kind is None or kind.strip_typedefs().code == gdb.TYPE_CODE_VOID:
            return Result(None, "void", None)
        plain = kind.strip_typedefs()
        if plain.sizeof == 0:
            return Result(None, "()", None)
        return Result(kind, None, self.reader_of(plain, "rustc" in (function.symtab.producer or "")))

    def reader_of(self, kind, has_pairs):
        """Gets the bytes of a result, or the address of it, from a frame; None if it is not known where it is.
        `has_pairs`: two scalars take one register each, whatever their size."""
        if self.registers is None:
            return None
        numbers, fractions, address = self.registers
        parts = leaves(kind)
        if is_in_memory(kind) or (kind.sizeof > 16 and kind.code == gdb.TYPE_CODE_STRUCT):
            return None if address is None else lambda frame: int(frame.read_register(address)) & MASK
        if parts is None or kind.sizeof > 16:
            return None
        if len(parts) == 1 or (has_pairs and len(parts) == 2):
            return lambda frame: self.one_by_one(frame, kind.sizeof, parts, [list(numbers), list(fractions)])
        if has_pairs:
            # Where other structures are depends on the version of the compiler.
            return None
        return lambda frame: self.by_eights(frame, kind.sizeof, parts, [list(numbers), list(fractions)])

    def text_of(self, frame, result):
        if result.fixed is not None:
            return result.fixed
        try:
            return unknown(result.kind) if result.reader is None else text_in_memory(result.reader(frame), result.kind)
        except (gdb.error, ValueError, OverflowError, TypeError):
            return unknown(result.kind)

    def one_by_one(self, frame, size, parts, free):
        data = bytearray(size)
        for at, kind in parts:
            name = free[kind.code == gdb.TYPE_CODE_FLT].pop(0)
            data[at : at + kind.sizeof] = register_bytes(frame, name)[: kind.sizeof]
        return bytes(data)

    def by_eights(self, frame, size, parts, free):
        data = b""
        for start in range(0, size, 8):
            own = [kind for at, kind in parts if start <= at < start + 8]
            is_fraction = bool(own) and all(kind.code == gdb.TYPE_CODE_FLT for kind in own)
            data += register_bytes(frame, free[is_fraction].pop(0))[:8]
        return data[:size]


class Result:
    def __init__(self, kind, fixed, reader):
        self.kind, self.fixed, self.reader = kind, fixed, reader


MASK = (1 << 64) - 1


def unknown(kind):
    return "%s\u2026" % (values.plain_name(kind.name or "") or "a value")


def register_bytes(frame, name):
    value = frame.read_register(name)
    if value.type.code == gdb.TYPE_CODE_UNION:
        # A vector register: its bytes.
        field = next(each for each in value.type.fields() if each.name in ("v16_int8", "b"))
        value = value[field]
        if value.type.code in (gdb.TYPE_CODE_UNION, gdb.TYPE_CODE_STRUCT):
            value = value[value.type.fields()[0]]
        return bytes(int(value[at]) & 0xFF for at in range(16))
    return (int(value) & MASK).to_bytes(8, "little")


def is_in_memory(kind):
    """What may not be copied byte by byte is made where its caller wants it."""
    if kind.code != gdb.TYPE_CODE_STRUCT:
        return False
    # A constructor or destructor of its own, or a part that has one.
    name = values.plain_name(kind.name or "")
    for method in methods(kind):
        if method in ("~" + name,):
            return True
    return any(is_in_memory(each.type.strip_typedefs()) for each in kind.fields() if hasattr(each, "bitpos") and not each.artificial)


def methods(kind):
    """The debugger lists methods only in the text of a type."""
    if "::" not in (kind.name or "") and not (kind.name or "")[:1].isalpha():
        return []
    try:
        text = gdb.execute("ptype " + str(kind), to_string=True)
    except gdb.error:
        return []
    return re.findall(r"(~\w+)\(", text)


def leaves(kind, start=0):
    """The scalars of a type with their places in bytes; None if they are not known."""
    kind = kind.strip_typedefs()
    if kind.code in WHOLE or kind.code == gdb.TYPE_CODE_FLT:
        # Long doubles have registers of their own.
        return [(start, kind)] if kind.sizeof <= 8 else None
    if kind.code == gdb.TYPE_CODE_ARRAY:
        first, last = kind.range()
        each = kind.target()
        found = [leaves(each, start + at * each.sizeof) for at in range(last - first + 1)] if last - first < 16 else [None]
    elif kind.code == gdb.TYPE_CODE_STRUCT:
        fields = [each for each in kind.fields() if hasattr(each, "bitpos")]
        if any(each.bitsize for each in fields):
            return None
        found = [leaves(each.type, start + each.bitpos // 8) for each in fields if each.type.sizeof > 0]
    else:
        return None
    return None if any(each is None for each in found) else joined([each for part in found for each in part])


def joined(parts):
    """Variants of a type share their places; None if they need different registers."""
    found = {}
    for at, kind in parts:
        known = found.setdefault(at, kind)
        if known.sizeof != kind.sizeof or (known.code == gdb.TYPE_CODE_FLT) != (kind.code == gdb.TYPE_CODE_FLT):
            return None
    return sorted(found.items())


def text_in_memory(data, kind):
    if isinstance(data, int):
        return values.text_of(gdb.Value(data).cast(kind.pointer()).dereference())
    value = gdb.Value(data, kind)
    if not kind.dynamic:
        return values.text_of(value)
    # Which variant it is can only be asked of memory: below the stack, where nothing is in use.
    memory = gdb.selected_inferior()
    address = (int(gdb.newest_frame().read_register("sp")) - 4096) & ~63
    kept = bytes(memory.read_memory(address, len(data)))
    memory.write_memory(address, data)
    try:
        return values.text_of(gdb.Value(address).cast(kind.pointer()).dereference())
    finally:
        memory.write_memory(address, kept)
