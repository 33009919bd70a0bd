import json


class CsvFormat:
    def __init__(self, options):
        self.separator = options.get("separator", ",")

    def rows(self, table):
        for row in table:
            yield self.separator.join(str(value) for value in row)

    def text(self, table):
        return "\n".join(self.rows(table))


class JsonFormat:
    def __init__(self, options):
        self.indent = options.get("indent")

    def rows(self, table):
        for row in table:
            yield json.dumps(row, indent=self.indent)

    def text(self, table):
        return json.dumps(list(table), indent=self.indent)


class PreviewFormat:
    """Only the first rows, as text."""

    def __init__(self, options):
        self.count = options.get("count", 3)

    def text(self, table):
        return "\n".join(" | ".join(map(str, row)) for row in table[: self.count])
