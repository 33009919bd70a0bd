import { sumOf } from './prices.mjs'
import { DayRange } from './range.mjs'

export class Taken extends Error {}

export class Hotel {
	constructor(season, prices) {
		this.season = season
		this.prices = prices
		this.stays = []
	}

	book(guest, first, nights) {
		const range = this.season.partOf(new DayRange(first, first + nights))
		for (const stay of this.stays) {
			if (stay.range.overlaps(range)) throw new Taken(guest)
		}
		const stay = { guest, range }
		this.stays.push(stay)
		return stay
	}

	bill(stay) {
		const price = sumOf(stay.range, this.prices)
		return `${stay.guest}: ${price}`
	}
}
