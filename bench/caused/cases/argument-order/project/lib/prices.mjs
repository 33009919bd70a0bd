export class Prices {
	constructor(usual) {
		this.usual = usual
		this.special = new Map()
	}

	set(day, price) {
		this.special.set(day, price)
	}

	of(day) {
		return this.special.get(day) ?? this.usual
	}
}

export function sumOf(range, prices) {
	let sum = 0
	for (const day of range.days()) sum += prices.of(day)
	return sum
}
