"""Values of a stopped program as short texts. No code of the program runs for them."""

import re

import gdb

LONGEST = 200
MOST_ELEMENTS = 8
MOST_FIELDS = 8
DEEPEST = 3
# Of one value: more would be cut off.
MOST_PARTS = 30
# How many parts of the value that is read may still be shown.
left = [MOST_PARTS]
# Of a runtime: they get a value, its type and the depth, and return None of what is known here.
readers = []

NUMBERS = (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_FLT, gdb.TYPE_CODE_BOOL, gdb.TYPE_CODE_ENUM, gdb.TYPE_CODE_CHAR, gdb.TYPE_CODE_FLAGS)
REFERENCES = (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF)


def shortened(text):
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "\u2026"


def text_of(value, depth=DEEPEST):
    left[0] = MOST_PARTS
    try:
        return shortened(whole(value, depth))
    except (gdb.error, OverflowError, UnicodeError, ValueError):
        return "(not readable)"


def whole(value, depth):
    kind = value.type.strip_typedefs()
    code = kind.code
    left[0] -= 1
    if left[0] < 0:
        return "\u2026"
    if value.is_optimized_out:
        return "(optimized out)"
    for read in readers:
        text = read(value, kind, depth)
        if text is not None:
            return text
    if code in REFERENCES:
        return whole(value.referenced_value(), depth)
    if code == gdb.TYPE_CODE_PTR:
        return pointer(value, kind, depth)
    if code in NUMBERS:
        return number(value, kind)
    if code == gdb.TYPE_CODE_VOID:
        return "void"
    if code == gdb.TYPE_CODE_ARRAY:
        return array(value, kind, depth)
    if code in (gdb.TYPE_CODE_STRUCT, gdb.TYPE_CODE_UNION):
        return known_structure(value, kind, depth) or structure(value, kind, depth)
    return value.format_string(max_elements=MOST_ELEMENTS)


def number(value, kind):
    name = kind.name or ""
    if kind.code == gdb.TYPE_CODE_INT and kind.sizeof in (2, 4, 8):
        return str(int(value))
    text = value.format_string(symbols=False)
    # `65 'A'` of a small number is a number where its name says so.
    if kind.sizeof == 1 and kind.code == gdb.TYPE_CODE_INT and name in ("u8", "i8", "uint8", "int8"):
        return text.split(" ")[0]
    return text


def pointer(value, kind, depth):
    target = kind.target().strip_typedefs()
    address = int(value)
    if address == 0:
        return "NULL"
    if is_character(target):
        return characters(value)
    if target.code in (gdb.TYPE_CODE_VOID, gdb.TYPE_CODE_FUNC) or target.sizeof == 0:
        return value.format_string(symbols=target.code == gdb.TYPE_CODE_FUNC)
    pointed = value.dereference()
    try:
        pointed.fetch_lazy()
    except gdb.error:
        return "%#x (not readable)" % address
    if depth <= 0 and target.code not in NUMBERS:
        return "&{\u2026}"
    # What a pointer points to is not deeper.
    return "&" + whole(pointed, depth)


def is_character(kind):
    return kind.code in (gdb.TYPE_CODE_INT, gdb.TYPE_CODE_CHAR) and kind.sizeof == 1 and (kind.name or "").replace("unsigned ", "").replace("signed ", "") in ("char", "char8_t")


def characters(value):
    memory = gdb.selected_inferior()
    found = bytearray()
    address = int(value)
    while len(found) <= LONGEST:
        # Up to the end of a page: the next one may not be there.
        size = min(LONGEST + 1 - len(found), 4096 - (address + len(found)) % 4096)
        try:
            part = bytes(memory.read_memory(address + len(found), size))
        except gdb.error:
            return "%#x (not readable)" % address if not found else quoted(bytes(found), None)
        end = part.find(b"\0")
        if end >= 0:
            return quoted(bytes(found) + part[:end], None)
        found += part
    return quoted(bytes(found), -1)


def quoted(data, size):
    """`size`: of the whole text in bytes; None if this is all of it, negative if nobody knows."""
    text = data.decode("utf-8", "replace")
    shown = '"%s"' % "".join(each if each.isprintable() else "\\x%02x" % ord(each) for each in text[:100].translate(ESCAPES))
    if size is None and len(text) <= 100:
        return shown
    return shown + "\u2026" + (" (%d bytes)" % (len(data) if size is None else size) if size is None or size >= 0 else "")


ESCAPES = {ord('"'): '\\"', ord("\\"): "\\\\", ord("\n"): "\\n", ord("\t"): "\\t", ord("\r"): "\\r"}


def memory_text(address, size):
    return quoted(bytes(gdb.selected_inferior().read_memory(address, min(size, 100))), None if size <= 100 else size) if size > 0 else '""'


def words_text(start):
    """Of a list of texts that ends with NULL; None for anything else. The first is the path of the program, of which the end counts."""
    kind = start.type.strip_typedefs()
    target = kind.target().strip_typedefs() if kind.code == gdb.TYPE_CODE_PTR else kind
    if target.code != gdb.TYPE_CODE_PTR or not is_character(target.target().strip_typedefs()):
        return None
    shown = []
    while len(shown) < MOST_ELEMENTS and int(start[len(shown)]) != 0:
        shown.append(characters(start[len(shown)]))
    first = '"\u2026' + shown[0].rpartition("/")[2] if shown and "/" in shown[0] else "".join(shown[:1])
    return "[" + ", ".join([first] + shown[1:]) + "]"


def array(value, kind, depth):
    first, last = kind.range()
    count = last - first + 1
    if is_character(kind.target().strip_typedefs()) and count > 0:
        data = bytes(gdb.selected_inferior().read_memory(int(value.address), min(count, LONGEST))) if value.address is not None else b""
        return quoted(data.split(b"\0")[0], None)
    return elements((value[first + at] for at in range(max(0, count))), count, depth)


def elements(values, count, depth):
    if depth <= 0 and count > 0:
        return "[\u2026 (%d)]" % count
    shown = []
    for each in values:
        if len(shown) >= MOST_ELEMENTS:
            break
        shown.append(whole(each, depth - 1))
    return "[" + ", ".join(shown + (["\u2026 (%d)" % count] if count > len(shown) else [])) + "]"


def structure(value, kind, depth):
    name = plain_name(kind.name or "")
    fields = [each for each in kind.fields() if not each.artificial and hasattr(each, "bitpos")]
    if len(fields) == 1 and is_variant(kind, fields[0]):
        return variant(value[fields[0]], fields[0].name, depth)
    if any(each.name is None and not each.is_base_class for each in fields):
        # A variant, or a union without a name: only the debugger knows which part counts.
        return value.format_string(max_depth=max(1, depth), max_elements=MOST_ELEMENTS, raw=True)
    if not fields:
        return name or "{}"
    if depth <= 0:
        return name + "{\u2026}"
    shown = [part(value, each, depth) for each in fields[:MOST_FIELDS]]
    rest = ["\u2026 (%d)" % len(fields)] if len(fields) > MOST_FIELDS else []
    is_tuple = all(each.name is not None and each.name.startswith("__") and each.name[2:].isdigit() for each in fields)
    start, end = ("(", ")") if is_tuple else ("{", "}")
    return name + start + ", ".join(shown + rest) + end


def is_variant(kind, field):
    return field.name is not None and (field.type.name or "").endswith("::" + field.name) and (field.type.name or "").startswith((kind.name or "-").split("<")[0])


def variant(value, name, depth):
    fields = value.type.fields()
    if not fields:
        return name
    shown = ", ".join(part(value, each, depth) for each in fields[:MOST_FIELDS])
    return "%s(%s)" % (name, shown) if fields[0].name.startswith("__") else "%s{%s}" % (name, shown)


def part(value, field, depth):
    text = whole(value[field], depth - 1)
    if field.is_base_class or (field.name.startswith("__") and field.name[2:].isdigit()):
        return text
    return "%s: %s" % (field.name, text)


def plain_name(name):
    """Without the modules and the arguments of types."""
    if name.startswith(("(", "struct {")):
        return ""
    short = re.sub(r"(?<=.)[<\[].*", "", name)
    return re.split(r"::|[./]", short)[-1].strip()


def known_structure(value, kind, depth):
    """Texts and lists of standard libraries, by the fields of them; None for anything else."""
    names = {each.name for each in kind.fields()}
    if names == {"data_ptr", "length"}:
        start, count = value["data_ptr"], int(value["length"])
        return memory_text(int(start), count) if "str" in words(kind.name) else slice_text(start, count, depth)
    name = kind.name or ""
    if name == "alloc::string::String":
        vector = value["vec"]
        return memory_text(int(vector_pointer(vector)), int(vector["len"]))
    if name.startswith("alloc::vec::Vec<"):
        element = kind.template_argument(0)
        return slice_text(vector_pointer(value).cast(element.pointer()), int(value["len"]), depth)
    if name.startswith("std::__cxx11::basic_string<"):
        return memory_text(int(value["_M_dataplus"]["_M_p"]), int(value["_M_string_length"]))
    if name.startswith("std::vector<") and "_M_impl" in {each.name for each in kind.fields()[0].type.fields()}:
        parts = value["_M_impl"]
        start, finish = parts["_M_start"], parts["_M_finish"]
        if start.type.strip_typedefs().code == gdb.TYPE_CODE_PTR:
            return slice_text(start, int(finish - start), depth)
    if name.startswith(("std::map<", "std::set<", "std::multimap<", "std::multiset<")):
        return "%s (%d)" % (plain_name(name), int(value["_M_t"]["_M_impl"]["_M_node_count"]))
    if name.startswith(("std::unordered_map<", "std::unordered_set<")):
        return "%s (%d)" % (plain_name(name), int(value["_M_h"]["_M_element_count"]))
    if name.startswith(("std::unique_ptr<", "std::shared_ptr<")):
        return smart_pointer(value, name, depth)
    if names == {"array", "len", "cap"}:
        return slice_text(value["array"], int(value["len"]), depth)
    if names == {"str", "len"}:
        return memory_text(int(value["str"]), int(value["len"]))
    return None


def vector_pointer(vector):
    found = vector["buf"]
    for name in ("inner", "ptr", "pointer", "pointer"):
        if name in {each.name for each in found.type.fields()}:
            found = found[name]
    while found.type.code == gdb.TYPE_CODE_STRUCT:
        found = found[found.type.fields()[0]]
    return found


def slice_text(start, count, depth):
    if count < 0 or count > 1 << 40:
        return "(not readable)"
    return elements((start[at] for at in range(count)), count, depth)


def words(name):
    return re.findall(r"\w+", name or "")


def smart_pointer(value, name, depth):
    found = value["_M_ptr"] if name.startswith("std::shared_ptr<") else first_pointer(value)
    return pointer(found, found.type.strip_typedefs(), depth)


def first_pointer(value):
    found = value
    while found.type.strip_typedefs().code == gdb.TYPE_CODE_STRUCT:
        full = [each for each in found.type.strip_typedefs().fields() if each.type.sizeof == found.type.sizeof]
        found = found[full[0]]
    return found
