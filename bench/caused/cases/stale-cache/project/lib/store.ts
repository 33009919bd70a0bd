export interface Product {
	readonly id: string
	readonly title: string
	readonly stock: number
}

/** Products by id, with a count of changes. */
export class ProductStore {
	readonly products: Map<string, Product>
	changes: number

	constructor() {
		this.products = new Map()
		this.changes = 0
	}

	put(product: Product): void {
		this.products.set(product.id, product)
		this.changes++
	}

	remove(id: string): boolean {
		return this.products.delete(id)
	}

	get(id: string): Product | undefined {
		return this.products.get(id)
	}

	ids(): string[] {
		return [...this.products.keys()]
	}
}
