from roster.reading import read_shifts
from roster.rules import Rules


class Plan:
    def __init__(self, rules=None):
        self.rules = rules or Rules()
        self.shifts = []

    def add(self, shift):
        self.rules.check_shift(shift)
        self.shifts.append(shift)

    def hours_of(self, worker):
        return sum(shift.hours for shift in self.shifts if shift.worker == worker)

    def workers(self):
        return sorted({shift.worker for shift in self.shifts})


def make_plan(text, rules=None):
    plan = Plan(rules)
    for shift in read_shifts(text):
        plan.add(shift)
    for worker in plan.workers():
        plan.rules.check_week(worker, plan.hours_of(worker))
    return plan
