"""Prints what Clang takes for a definition, a line of JSON for each: path, kind, name, line of the name and of the end.

Left out are local variables, prototypes outside of classes, forward declarations, what macros make, what conditions of
the preprocessor leave out, and concepts and templates of variables, which libclang 14 does not tell. Headers that are not
there (standard error tells how many files lack one) and names without a type do not matter, but for what they define.

/usr/bin/python3 cplusplus.py FOLDER [FLAG...]   (Debian: python3-clang-14; flags such as -I, which are below the folder)
"""
import collections
import json
import os
import re
import sys

from clang.cindex import Config, CursorKind, Index, TranslationUnit

Config.set_library_file("/usr/lib/llvm-14/lib/libclang-14.so.1")
K = CursorKind
CLASSES = [K.CLASS_DECL, K.STRUCT_DECL, K.UNION_DECL, K.CLASS_TEMPLATE, K.CLASS_TEMPLATE_PARTIAL_SPECIALIZATION, K.ENUM_DECL]
FUNCTIONS = [K.FUNCTION_DECL, K.FUNCTION_TEMPLATE, K.CXX_METHOD, K.CONSTRUCTOR, K.DESTRUCTOR, K.CONVERSION_FUNCTION]
TYPES = [K.TYPEDEF_DECL, K.TYPE_ALIAS_DECL, K.TYPE_ALIAS_TEMPLATE_DECL]
MEMBERS = [K.FIELD_DECL, K.ENUM_CONSTANT_DECL, K.NAMESPACE]


def defines(cursor, parent):
    kind = cursor.kind
    if kind in FUNCTIONS:
        return cursor.is_definition() or parent.kind in CLASSES
    if kind == K.VAR_DECL:
        return cursor.storage_class.name != "EXTERN" and parent.kind in [*CLASSES, K.NAMESPACE, K.TRANSLATION_UNIT]
    return kind in MEMBERS or kind in TYPES or (kind in CLASSES and cursor.is_definition())


def name_of(cursor, lines):
    """The name as the source has it, or None if a macro or an instantiation makes it."""
    name = cursor.spelling
    if not name.startswith("operator"):
        name = name.split("<")[0]
    line = lines[cursor.location.line - 1][cursor.location.column - 1 :]
    word = re.match(r"[~\w]+", line.decode("utf8", "replace"))
    if not name or word is None or re.sub(r"\s.*|\W+$", "", name) != word[0]:
        return None
    return None if cursor.kind == K.NAMESPACE and re.match(r"\w+\s*::", line.decode("utf8", "replace")) else name


def walk(cursor, parent, source, found):
    for child in cursor.get_children():
        file = child.location.file
        if file is None or file.name != source.path:
            continue
        if defines(child, cursor if cursor.kind != K.FRIEND_DECL else K.NAMESPACE and parent):
            name = name_of(child, source.lines)
            if name is not None:
                kind = child.kind.name.lower().removesuffix("_decl")
                found.add((kind, name, child.location.line, child.extent.end.line))
        walk(child, cursor, source, found)


def main(folder, flags):
    index, n_files, n_incomplete = Index.create(), 0, 0
    Source = collections.namedtuple("Source", "path lines")
    flags = ["-x", "c++", "-std=c++20", "-ferror-limit=0"] + [re.sub(r"^-I(?!/)", f"-I{folder}/", flag) for flag in flags]
    for directory, _, names in sorted(os.walk(folder)):
        for name in sorted(names):
            if not re.search(r"\.(cc|cpp|cxx|h|hpp|hxx|inl|ipp)$", name):
                continue
            path = os.path.join(directory, name)
            with open(path, "rb") as file:
                lines = file.read().split(b"\n")
            unit = index.parse(path, flags, options=TranslationUnit.PARSE_INCOMPLETE)
            n_files += 1
            n_incomplete += any("file not found" in each.spelling for each in unit.diagnostics)
            found = set()
            walk(unit.cursor, unit.cursor, Source(path, lines), found)
            for kind, each, line, end in sorted(found, key=lambda one: one[2]):
                row = dict(path=os.path.relpath(path, folder), kind=kind, name=each, line=line, endLine=end)
                print(json.dumps(row))
    print(f"{n_incomplete} of {n_files} files lack a header", file=sys.stderr)


main(sys.argv[1], sys.argv[2:])
