"""What was recorded, in the format of all recorders of calls: see callTracer.py of Python."""

import json
import os

MOST_EVENTS = 100000
MOST_BYTES = 20 * 1024 * 1024
# A larger file is continued in the next one.
FILE_BYTES = 8 * 1024 * 1024
MOST_FILES = 64


class Output:
    """A process without calls writes no file: several may run."""

    def __init__(self, folder):
        self.folder = folder
        # The name of the file that runs.
        self.program = ""
        self.file = None
        self.in_file = 0
        self.bytes = 0
        self.events = 0
        self.is_cut = False

    @property
    def is_full(self):
        return self.events >= MOST_EVENTS or self.bytes >= MOST_BYTES

    def write(self, event):
        line = (json.dumps(event) + "\n").encode("ascii")
        if self.file is None or self.in_file + len(line) > FILE_BYTES:
            self.open()
        if self.file is not None:
            self.file.write(line)
            self.in_file += len(line)
            self.bytes += len(line)
            self.events += 1

    def cut(self, why):
        if not self.is_cut:
            self.is_cut = True
            self.write(["cut", why])

    def open(self):
        is_first = self.file is None
        if self.file is not None:
            self.file.close()
            self.file = None
        for at in range(MOST_FILES):
            try:
                number = os.open(os.path.join(self.folder, "trace-%d.jsonl" % at), os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            except FileExistsError:
                continue
            self.file = os.fdopen(number, "wb")
            self.in_file = 0
            break
        if is_first and self.file is not None:
            # What other processes recorded is no part of it.
            self.file.write((json.dumps(["test", self.program]) + "\n").encode("ascii"))

    def flush(self):
        if self.file is not None:
            self.file.flush()

    def close(self):
        if self.file is not None:
            self.file.close()
