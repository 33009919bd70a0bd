from journal.errors import BadHeader

HEADER = "#journal 2"


def header_of(store, name):
    """The header line of a segment."""
    handle = store.handle(name)
    handle.seek(0)
    with handle:
        return handle.readline().rstrip("\n")


def size_of(store, name):
    total = 0
    with open(store.path(name), encoding="utf-8") as lines:
        for _ in lines:
            total += 1
    return total - 1


def check_segment(store, name):
    if header_of(store, name) != HEADER:
        raise BadHeader(name)
    return size_of(store, name)
