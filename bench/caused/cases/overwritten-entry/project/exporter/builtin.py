from exporter.formats import CsvFormat, JsonFormat, PreviewFormat


def add_tables(registry):
    registry.add("csv", CsvFormat)
    registry.add("json", JsonFormat)


def add_previews(registry):
    for ending in ("txt", "csv"):
        registry.add(ending, PreviewFormat)


def add_builtin(registry, previews=False):
    add_tables(registry)
    if previews:
        add_previews(registry)
    return registry
