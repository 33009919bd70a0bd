export class EmptyRange extends Error {}

/** Days from `first` to before `end`. */
export class DayRange {
	constructor(first, end) {
		this.first = first
		this.end = end
	}

	get length() {
		return this.end - this.first
	}

	overlaps(other) {
		return this.first < other.end && other.first < this.end
	}

	days() {
		if (this.length <= 0) throw new EmptyRange(`no days from ${this.first} to ${this.end}`)
		return Array.from({ length: this.length }, (_, at) => this.first + at)
	}
}

/** The days of `range` that lie between `first` and `end`. */
export function clip(range, first, end) {
	return new DayRange(Math.max(range.first, first), Math.min(range.end, end))
}
