import pytest

from fetcher.client import Client, Unreachable
from fetcher.config import number, parse


def broken(url):
    raise OSError(url)


def test_fetch():
    assert Client(str.upper).fetch("a") == "A"


def test_known_answer():
    calls = []
    client = Client(lambda url: calls.append(url) or "x")
    client.fetch("a")
    client.fetch("a")
    assert calls == ["a"]


def test_many_answers():
    client = Client(str.upper)
    assert [client.fetch(url) for url in "abc"] == ["A", "B", "C"]


def test_unreachable():
    with pytest.raises(Unreachable):
        Client(broken).fetch("a")


def test_settings():
    assert number(parse("[retry]\nmax_attempts = 5")["retry"], "max_attempts") == 5
