class UnknownFormat(Exception):
    pass


class Registry:
    """Formats by the ending of the files that they write."""

    def __init__(self):
        self._formats = {}

    def add(self, ending, make):
        self._formats[ending] = make

    def make(self, ending, options):
        if ending not in self._formats:
            raise UnknownFormat(ending)
        return self._formats[ending](options)

    def endings(self):
        return sorted(self._formats)
