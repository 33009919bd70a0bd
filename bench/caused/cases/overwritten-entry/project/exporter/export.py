from exporter.builtin import add_builtin
from exporter.registry import Registry


class Exporter:
    def __init__(self, previews=False, **options):
        self.registry = add_builtin(Registry(), previews)
        self.options = options

    def format_of(self, name):
        return self.registry.make(name.rpartition(".")[2], self.options)

    def text(self, name, table):
        return self.format_of(name).text(table)

    def write(self, name, table, file):
        """Row by row, for tables that are larger than the memory."""
        written = 0
        for row in self.format_of(name).rows(table):
            file.write(row + "\n")
            written += 1
        return written
