"""What an hour costs, by project."""

import json
from pathlib import Path

from tally.clock import round_to
from tally.errors import TallyError


class Rates:
    """Hourly rates in cents; time is charged in steps of ``step`` minutes."""

    def __init__(self, cents_per_hour: dict[str, int], default: int = 0, currency: str = "EUR", step: int = 15) -> None:
        self._cents_per_hour = {name.casefold(): cents for name, cents in cents_per_hour.items()}
        self._default = default
        self.currency = currency
        self.step = step

    @classmethod
    def load(cls, path: Path) -> "Rates":
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise TallyError(f"cannot read the rates in {path}: {error}") from error
        return cls(data.get("projects", {}), data.get("default", 0), data.get("currency", "EUR"), data.get("step", 15))

    def worth(self, project: str, minutes: int) -> int:
        """Cents for so many minutes of work on a project, charged by the step."""
        rate = self._cents_per_hour.get(project.casefold(), self._default)
        return round_to(minutes, self.step) * rate // 60
