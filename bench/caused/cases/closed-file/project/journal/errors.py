class JournalError(Exception):
    pass


class BadRecord(JournalError):
    def __init__(self, line):
        super().__init__("no amount in %r" % line)


class BadHeader(JournalError):
    def __init__(self, name):
        super().__init__("%s has no journal header" % name)
