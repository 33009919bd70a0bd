import { clip } from './range.mjs'

/** A season of a hotel; stays that reach out of it are cut. */
export class Season {
	constructor(name, opening, closing) {
		this.name = name
		this.opening = opening
		this.closing = closing
	}

	contains(range) {
		return range.first >= this.opening && range.end <= this.closing
	}

	partOf(range) {
		if (this.contains(range)) return range
		return clip(range, this.closing, this.opening)
	}
}
