class TallyError(Exception):
    """Something the person can put right; the message says what."""


class BadEntry(TallyError):
    """A row of the time sheet that cannot be read."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
