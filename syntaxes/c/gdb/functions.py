"""The functions of the project in a program that has been loaded: where they begin, their lines, and where they return."""

import os
import re

import gdb

MOST_FUNCTIONS = 3000


class Function:
    def __init__(self, symbol, path, name, places):
        self.symbol = symbol
        self.path = path
        self.name = name
        self.line = line_of(symbol)
        # Address of the first statement; the lines by their addresses; addresses of the returns.
        self.entry, self.lines, self.returns = places
        self.number = 0
        # How its result is read; None until it is called.
        self.result = None
        self.calls = 0
        self.is_wanted = False


class Project:
    def __init__(self, folder):
        # What goroutines.py knows of a program; None of others.
        self.runtime = None
        self.folder = os.path.join(os.path.realpath(folder), "")
        self.known = {}
        # Addresses of functions that a compiler made.
        self.made = set()

    def path_of(self, symtab):
        """The path in the project; None if it is elsewhere, was made by a build, or does not exist."""
        if symtab is None:
            return None
        name = symtab.filename
        try:
            return self.known[name]
        except KeyError:
            pass
        path = self.known[name] = self.find(symtab.fullname())
        return path

    def find(self, file):
        real = os.path.realpath(file)
        path = real[len(self.folder) :] if real.startswith(self.folder) else ""
        is_foreign = path == "" or any(each in FOREIGN for each in path.split("/")) or not os.path.isfile(real)
        return None if is_foreign else path

    def functions(self):
        found = {}
        for symtab in self.symtabs():
            for block in (symtab.global_block(), symtab.static_block()):
                for symbol in block:
                    if symbol.is_function and symbol.type.code == gdb.TYPE_CODE_FUNC and len(found) < MOST_FUNCTIONS:
                        self.add(found, symbol)
        places = {(each.path, each.line, each.name) for each in found.values()}
        # A test is called by a function that its attribute made, on its line.
        self.made.update(start for start, each in found.items() if (each.path, each.line, each.name.rpartition("::{closure#0}")[0]) in places)
        return [each for start, each in found.items() if start not in self.made]

    def name_of(self, symbol):
        return name_of(symbol) if self.runtime is None else self.runtime.name_of(symbol)

    def symtabs(self):
        """The symbol tables of all units of the project. Units of one file are named like files below it."""
        text = quiet("info sources -dirname -- ^" + re.escape(self.folder[:-1]))
        files = {each for line in text.split("\n") for each in line.split(", ") if each.startswith(self.folder)}
        symtabs = {}
        for file in sorted(files):
            if '"' not in file and self.find(file.split("/@/")[0]) is not None:
                for symtab in symtabs_of(file):
                    symtabs[id_of(symtab)] = symtab
        return list(symtabs.values())

    def add(self, found, symbol):
        path = self.path_of(symbol.symtab)
        if path is None:
            return
        start = int(symbol.value().address)
        if start in found:
            return
        name = self.name_of(symbol)
        if is_implicit(symbol, name):
            self.made.add(start)
            return
        places = places_of(symbol, start, self.runtime)
        if places is not None:
            found[start] = Function(symbol, path, name, places)


FOREIGN = (".faultline", "target", "node_modules", "vendor", "third_party", "_deps", "CMakeFiles")


def quiet(command):
    return gdb.execute(command, to_string=True)


def symtabs_of(file):
    found = []
    try:
        found += [place.symtab for place in gdb.decode_line('"%s":1' % file)[1] or ()]
    except gdb.error:
        pass
    try:
        # Of a unit without lines of its own only the default place tells.
        quiet('list "%s":1,1' % file)
        found += [place.symtab for place in gdb.decode_line()[1] or ()]
    except gdb.error:
        pass
    return [each for each in found if each is not None]


def line_of(function):
    """Not every compiler writes where a function is declared: its code begins there."""
    return function.line or gdb.find_pc_line(int(function.value().address)).line


def id_of(symtab):
    return (symtab.objfile.filename, symtab.filename, int(symtab.static_block().start))


def name_of(symbol):
    """Blocks of methods have numbers in the debugger's names; mangled ones name their types."""
    name = plain_function_name(symbol.name)
    mangled = parts_of(symbol.linkage_name or "") if "{impl#" in name else []
    return "::".join(mangled[:-1]) if len(mangled) > 2 else name


def parts_of(mangled):
    """`["shop", "Cart", "add", "h0123456789abcdef"]` of `_ZN4shop4Cart3add17h0123456789abcdefE`."""
    rest = mangled[3:] if mangled.startswith("_ZN") else ""
    parts = []
    while rest[:1].isdigit():
        digits = re.match(r"\d+", rest).group()
        part = rest[len(digits) : len(digits) + int(digits)]
        rest = rest[len(digits) + int(digits) :]
        for code, text in (("$LT$", "<"), ("$GT$", ">"), ("$u20$", " "), ("$u7b$", "{"), ("$u7d$", "}"), ("$RF$", "&"), ("$C$", ","), ("..", "::")):
            part = part.replace(code, text)
        if "<" in part:
            # `_<shop::Cart as core::default::Default>`, `<impl core::fmt::Display for shop::Cart>`.
            named = part.lstrip("_").lstrip("<").split(" as ")[0].split(" for ")[-1]
            parts = named.split("<")[0].rstrip(">").split("::")
        else:
            parts.append(part.lstrip("_").replace("{{", "{").replace("}}", "}"))
    return parts


def plain_function_name(name):
    """`Cart::find` of `Cart::find(std::string const&) const`."""
    name = re.sub(r"\[abi:\w+\]", "", name)
    if not name.endswith((")", "const", "&", "]")) or "(" not in name:
        return name
    depth = 0
    for at in range(len(name) - 1, 0, -1):
        depth += (name[at] == ")") - (name[at] == "(")
        if depth == 0 and name[at] == "(":
            return name[:at]
    return name


def is_implicit(symbol, name):
    """What a compiler made has the line of its class, or of something else."""
    parts = re.sub(r"<[^<>]*>", "", name).split("::")
    own = parts[-1].lstrip("~")
    text = line_text(symbol.symtab.fullname(), symbol.line)
    if text.lstrip().startswith("#[derive("):
        return True
    if own != "main" and (len(parts) < 2 or own != parts[-2]):
        return False
    return not re.search(r"~?\b%s\s*\(" % re.escape(own), text)


def line_text(file, line, known={}):
    if file not in known:
        try:
            with open(file, encoding="utf-8", errors="replace") as source:
                known[file] = source.read().split("\n")
        except OSError:
            known[file] = []
    return known[file][line - 1] if 0 < line <= len(known[file]) else ""


def places_of(symbol, start, runtime):
    block = gdb.block_for_pc(start)
    while block is not None and block.function is None:
        block = block.superblock
    if block is None:
        return None
    end = block.end
    lines = {each.pc: each.line for each in symbol.symtab.linetable() if start <= each.pc < end and each.line > 0}
    later = sorted(pc for pc in lines if pc > start)
    if not later:
        return None
    # A line has one address for each time it begins.
    begun = [pc for at, pc in enumerate(later) if at == 0 or lines[pc] != lines[later[at - 1]]]
    entry = begun[0] if runtime is None else runtime.entry(start, end, lines, line_of(symbol)) or begun[0]
    places = {pc: lines[pc] for pc in begun if pc > entry}
    places[entry] = next(lines[pc] for pc in sorted(lines, reverse=True) if pc <= entry)
    return entry, places, returns_of(start, end)


def returns_of(start, end):
    architecture = gdb.selected_inferior().architecture()
    try:
        found = architecture.disassemble(start, end - 1)
    except gdb.error:
        return []
    return [each["addr"] for each in found if each["asm"].split(" ")[0].rstrip("q") in ("ret", "repz")]
