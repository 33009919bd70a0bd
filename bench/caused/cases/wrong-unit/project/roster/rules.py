class RuleBroken(Exception):
    pass


class Rules:
    def __init__(self, longest_shift=10, most_hours=48):
        self.longest_shift = longest_shift
        self.most_hours = most_hours

    def check_shift(self, shift):
        if shift.hours > self.longest_shift:
            raise RuleBroken(
                "%s works more than %s hours on day %s" % (shift.worker, self.longest_shift, shift.day)
            )

    def check_week(self, worker, hours):
        if hours > self.most_hours:
            raise RuleBroken("%s works %s hours in a week" % (worker, hours))
