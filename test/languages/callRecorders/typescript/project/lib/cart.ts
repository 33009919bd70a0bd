export interface Line {
	readonly price: number;
}

type Reduction = { readonly value: number };

export const seen: string[] = [];

/** The first use of a code counts, and no other. */
export function discount(code: string): Reduction | undefined {
	if (seen.includes(code)) {
		return undefined;
	}
	seen.push(code);
	return { value: 10 };
}

export class Cart {
	constructor(private readonly lines: readonly Line[]) {}

	total(code: string): number {
		const reduction = discount(code) as Reduction;
		let amount = 0;
		for (const { price } of this.lines) {
			amount += price;
		}
		return amount - reduction.value;
	}
}
