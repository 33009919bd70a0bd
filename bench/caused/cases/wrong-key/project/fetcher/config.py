"""The configuration of a fetcher, from an INI file."""

import configparser

DEFAULTS = """
[retry]
max_attempts = 3
pause = 0.0

[cache]
max_entries = 2
"""


def parse(text=""):
    parser = configparser.ConfigParser()
    parser.read_string(DEFAULTS)
    parser.read_string(text)
    return {name: dict(parser[name]) for name in parser.sections()}


def number(section, key):
    value = section.get(key)
    return None if value is None else float(value)
