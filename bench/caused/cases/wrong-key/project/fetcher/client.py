from fetcher.cache import Cache
from fetcher.config import parse
from fetcher.policy import cache_policy, retry_policy


class Unreachable(Exception):
    pass


class Client:
    def __init__(self, transport, settings=""):
        config = parse(settings)
        self.transport = transport
        self.retry = retry_policy(config)
        self.cache = Cache(cache_policy(config))

    def fetch(self, url):
        known = self.cache.get(url)
        if known is not None:
            return known
        answer = self.request(url)
        self.cache.put(url, answer)
        return answer

    def request(self, url):
        done = 0
        while self.retry.may_retry(done):
            done += 1
            try:
                return self.transport(url)
            except OSError:
                pass
        raise Unreachable(url)
