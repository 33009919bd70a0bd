"""Counts words and joins small tables."""
from operator import itemgetter

from toolz import (assoc_in, compose, countby, curry, dissoc, frequencies, get_in, groupby, join, keymap, memoize,
                   merge_with, nth, partition_all, pipe, pluck, reduceby, sliding_window, thread_first, topk,
                   unique, update_in, valmap)
from toolz.curried import filter as keep
from toolz.sandbox import EqualityHashKey, unzip

TEXT = "the quick brown fox jumps over the lazy dog and the quick cat"


@curry
def longer_than(limit, word):
    return len(word) > limit


@memoize
def score(word):
    return sum(ord(letter) - 96 for letter in word)


def words():
    counts = frequencies(TEXT.split())
    common = pipe(counts.items(), keep(lambda item: item[1] > 1), dict, keymap(str.upper))
    print("common", sorted(common.items())[0], len(common))
    print("long", sorted(unique(filter(longer_than(4), TEXT.split())))[:3])
    by_length = groupby(len, TEXT.split())
    print("lengths", valmap(len, by_length)[3], countby(len, TEXT.split())[5])
    print("best", nth(0, topk(2, map(score, by_length[5]))), score.cache if hasattr(score, "cache") else "")


def tables():
    people = [(1, "Ada"), (2, "Bob"), (3, "Cy")]
    orders = [(1, 20), (1, 5), (3, 7)]
    rows = list(join(0, people, 0, orders))
    total = reduceby(itemgetter(1), lambda sum_, row: sum_ + row[3], rows, 0)
    print("totals", total["Ada"] / total["Cy"])
    print("pages", [len(page) for page in partition_all(2, rows)][1])
    ids, names = unzip(people)
    print("names", list(names)[2], list(ids)[0])
    print("windows", list(sliding_window(2, list(pluck(1, orders))))[1][0])


def settings():
    conf = assoc_in({}, ["window", "size"], (800, 600))
    conf = update_in(conf, ["window", "scale"], lambda scale: (scale or 1) * 2, default=None)
    print("width", get_in(["window", "size", 0], conf) + conf["window"]["scale"])
    print("merged", merge_with(sum, {"a": 1, "b": 2}, {"b": 3})["b"] + 1)
    print("rest", dissoc(conf, "window") == {}, thread_first(4, (pow, 2), str).zfill(3))
    key = EqualityHashKey("id", {"id": 1})
    print("key", key == EqualityHashKey("id", {"id": 1}), compose(str, len)("abc").rjust(2))


if __name__ == "__main__":
    words()
    tables()
    settings()
