from journal.checks import check_segment
from journal.records import RecordReader


class Summary:
    def __init__(self):
        self.totals = {}

    def add(self, record):
        self.totals[record.kind] = self.totals.get(record.kind, 0) + record.amount


def summarize_segment(store, name, summary):
    for record in RecordReader(store, name):
        summary.add(record)


def summarize(store, strict=False):
    summary = Summary()
    names = store.names()
    if strict:
        sizes = [check_segment(store, name) for name in names]
        names = [name for name, size in zip(names, sizes) if size]
    for name in names:
        summarize_segment(store, name, summary)
    return summary.totals
