"""Shifts of a roster. All lengths are in hours."""


class Shift:
    def __init__(self, worker, day, start, hours):
        self.worker = worker
        self.day = day
        self.start = start
        self.hours = hours

    def end(self):
        return self.start + self.hours


def clock(text):
    """Minutes since midnight of `HH:MM`."""
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)
