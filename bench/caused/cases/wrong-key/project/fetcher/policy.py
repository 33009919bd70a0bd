from fetcher.config import number


class RetryPolicy:
    def __init__(self, attempts, pause):
        self.attempts = attempts
        self.pause = pause

    def may_retry(self, done):
        return done < self.attempts


class CachePolicy:
    def __init__(self, entries):
        self.entries = entries

    def is_full(self, count):
        return count >= self.entries


def retry_policy(config):
    retry = config["retry"]
    return RetryPolicy(number(retry, "max_attempts"), number(retry, "pause"))


def cache_policy(config):
    return CachePolicy(number(config["cache"], "max_size"))
