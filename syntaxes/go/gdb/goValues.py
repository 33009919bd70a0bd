"""Values that only programs of Go have: maps, interfaces, channels, functions. No code of the program runs for them."""

import gdb
import values

MOST_ENTRIES = 64
PER_BUCKET = 8


def text_of(value, kind, depth):
    """None of a value that values.py knows."""
    if kind.code == gdb.TYPE_CODE_FUNC:
        if value.address is None:
            return "func"
        return "nil" if word(int(value.address)) == 0 else "func " + code_name(word(word(int(value.address))))
    if kind.code == gdb.TYPE_CODE_PTR:
        target = kind.target().strip_typedefs()
        name = target.name or ""
        if int(value) == 0:
            return "nil"
        if name.startswith("hash<"):
            return map_text(value.dereference(), depth)
        if name.startswith("map<"):
            return "map (%d)" % int(value["used"])
        if name.startswith("hchan<"):
            return "chan (%d of %d)" % (int(value["qcount"]), int(value["dataqsiz"]))
        # What runs a test has long fields that tell nothing.
        return "&%s{\u2026}" % values.plain_name(name) if name.startswith("testing.") else None
    if kind.code == gdb.TYPE_CODE_STRUCT:
        names = [each.name for each in kind.fields()]
        if names in (["tab", "data"], ["_type", "data"]):
            first = int(value[names[0]])
            own = 0 if first == 0 else word(first + 8) if names[0] == "tab" else first
            return "nil" if own == 0 else interface_text(own, value["data"], depth)
        if names == ["array", "len", "cap"] and int(value["array"]) == 0:
            return "nil"
    return None


def word(address):
    return int.from_bytes(bytes(gdb.selected_inferior().read_memory(address, 8)), "little")


def code_name(address):
    function = gdb.block_for_pc(address)
    while function is not None and function.function is None:
        function = function.superblock
    return function.function.name.rpartition("/")[2] if function is not None else "elsewhere"


def map_text(table, depth):
    count = int(table["count"])
    if count == 0:
        return "{}"
    if depth <= 0:
        return "{\u2026 (%d)}" % count
    entries = []
    for start, size in ((table["oldbuckets"], int(table["B"]) - 1), (table["buckets"], int(table["B"]))):
        if int(start) != 0:
            entries += entries_of(start, 1 << max(size, 0), MOST_ENTRIES - len(entries), depth)
    # Their order in memory is another one in each run.
    shown = sorted(entries)[: values.MOST_ELEMENTS]
    return "{%s}" % ", ".join(shown + (["\u2026 (%d)" % count] if count > len(shown) else []))


def entries_of(start, count, most, depth):
    found = []
    for at in range(count):
        bucket = start[at]
        # Marks below 5 are of empty places, and of those that have been moved.
        while len(found) < most:
            for place in range(PER_BUCKET):
                if int(bucket["tophash"][place]) >= 5:
                    found.append("%s: %s" % tuple(values.whole(bucket[each][place], depth - 1) for each in ("keys", "values")))
            if int(bucket["overflow"]) == 0:
                break
            bucket = bucket["overflow"].cast(bucket.type.pointer()).dereference()
    return found[:most]


def interface_text(own, data, depth):
    kind = type_of(own)
    if kind is None:
        return type_name(own)
    # Pointers are themselves in an interface; of other values it has the address.
    if byte(own + 23) & 32:
        return values.whole(data.cast(kind), depth) if kind.strip_typedefs().code == gdb.TYPE_CODE_PTR else type_name(own)
    return values.whole(data.cast(kind.pointer()).dereference(), depth)


def type_of(address, known={}):
    """The debugger's type by what the compiler wrote about it; None if it has no name there."""
    kind = byte(address + 23) & 31
    if kind == POINTER:
        target = type_of(word(address + 48))
        return None if target is None else target.pointer()
    if address not in known:
        name = type_name(address)
        if byte(address + 20) & 1:
            package = name_at(address + SIZES.get(kind, 48))
            name = ".".join(each for each in (package, name.partition(".")[2]) if each) if package else name
        try:
            known[address] = gdb.lookup_type(name)
        except gdb.error:
            known[address] = None
    return known[address]


# Numbers of kinds of types; where the path of the package follows, by kind.
POINTER = 22
SIZES = {17: 72, 18: 64, 19: 56, 20: 80, 21: 88, 22: 56, 23: 56, 25: 80}


def type_name(address, known={}):
    """With the last part of its package."""
    if address not in known:
        text = name_at(address + 40)
        known[address] = text[1:] if byte(address + 20) & 2 else text
    return known[address]


def name_at(address):
    """The text whose place the 4 bytes at an address state: how many bytes it has, 7 bits in each, and these."""
    at = types_start() + (word(address) & 0xFFFFFFFF) + 1
    size = byte(at) if byte(at) < 128 else (byte(at) & 127) | byte(at + 1) << 7
    start = at + 1 if byte(at) < 128 else at + 2
    return bytes(gdb.selected_inferior().read_memory(start, min(size, 200))).decode("utf-8", "replace")


def byte(address):
    return bytes(gdb.selected_inferior().read_memory(address, 1))[0]


def types_start(known=[]):
    if not known:
        known.append(int(gdb.lookup_global_symbol("runtime.firstmoduledata").value()["types"]))
    return known[0]
