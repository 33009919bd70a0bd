"""How dates, times and durations are printed."""


def format_time(minutes: int) -> str:
    """Time of day: ``09:05``."""
    return f"{minutes // 60:02d}:{minutes % 60:02d}"


def format_duration(minutes: int) -> str:
    """Hours and minutes with sign: ``3:30``, ``-0:15``."""
    sign = "-" if minutes < 0 else ""
    hours, rest = divmod(abs(minutes), 60)
    return f"{sign}{hours}:{rest:02d}"


def format_money(cents: int, currency: str) -> str:
    return f"{cents // 100}.{cents % 100:02d} {currency}"
