"""Segment files of a journal, each opened once and shared by all who read it."""

import os


class SegmentStore:
    def __init__(self, folder):
        self.folder = folder
        self._open = {}

    def names(self):
        return sorted(n for n in os.listdir(self.folder) if n.endswith(".seg"))

    def path(self, name):
        return os.path.join(self.folder, name)

    def handle(self, name):
        """The shared handle of a segment; the store closes it."""
        handle = self._open.get(name)
        if handle is None:
            handle = open(self.path(name), encoding="utf-8")
            self._open[name] = handle
        return handle

    def close(self):
        for handle in self._open.values():
            handle.close()
        self._open.clear()
