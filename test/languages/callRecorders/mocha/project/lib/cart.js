const seen = [];

// The first use of a code counts, and no other.
function discount(code) {
	if (seen.includes(code)) {
		return undefined;
	}
	seen.push(code);
	return { amount: 10 };
}

function parse(text) {
	try {
		return JSON.parse(text);
	} catch {
		return 0;
	}
}

class Cart {
	constructor(prices) {
		this.prices = prices;
	}

	async total(code) {
		const reduction = await discount(code);
		let amount = 0;
		for (const price of this.prices) {
			amount += price;
		}
		return amount - reduction.amount;
	}
}

module.exports = { Cart, discount, parse, seen };
