from journal.errors import BadRecord


class Record:
    def __init__(self, kind, amount):
        self.kind = kind
        self.amount = amount


def parse_record(line):
    kind, _, amount = line.rstrip("\n").partition("\t")
    if not amount:
        raise BadRecord(line)
    return Record(kind, int(amount))


class RecordReader:
    """Reads a segment from its start."""

    def __init__(self, store, name):
        self.source = store.handle(name)

    def rewind(self):
        self.source.seek(0)
        self.source.readline()

    def __iter__(self):
        self.rewind()
        for line in self.source:
            if line.strip():
                yield parse_record(line)
