from roster.shifts import Shift, clock


def read_span(text):
    """Start and length of `HH:MM-HH:MM`, or of `HH:MM+H` where a length is given."""
    if "+" in text:
        start, length = text.split("+")
        return clock(start) / 60, float(length)
    start, end = text.split("-")
    return clock(start) / 60, clock(end) - clock(start)


def read_shift(line):
    worker, day, span = line.split()
    start, hours = read_span(span)
    return Shift(worker, int(day), start, hours)


def read_shifts(text):
    return [read_shift(line) for line in text.splitlines() if line.strip()]
