class Cache:
    """Keeps the latest answers; the oldest one goes first."""

    def __init__(self, policy):
        self.policy = policy
        self.answers = {}

    def get(self, url):
        return self.answers.get(url)

    def put(self, url, answer):
        if self.answers and self.policy.is_full(len(self.answers)):
            del self.answers[next(iter(self.answers))]
        self.answers[url] = answer
