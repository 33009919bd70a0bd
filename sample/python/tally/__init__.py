"""tally: a small time sheet on top of CSV files."""

__version__ = "0.3.1"
