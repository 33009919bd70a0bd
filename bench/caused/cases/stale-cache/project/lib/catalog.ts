import { SearchIndex } from './searchIndex.ts'
import { ProductStore } from './store.ts'

export interface Row {
	readonly label: string
	readonly available: boolean
}

export class Catalog {
	readonly store: ProductStore
	readonly index: SearchIndex

	constructor() {
		this.store = new ProductStore()
		this.index = new SearchIndex(this.store)
	}

	add(id: string, title: string, stock = 1): void {
		this.store.put({ id, title, stock })
	}

	discontinue(id: string): void {
		if (!this.store.remove(id)) throw new Error(`there is no product ${id}`)
	}

	row(id: string): Row {
		const product = this.store.get(id)!
		const available = product.stock > 0
		return { label: product.title, available }
	}

	search(word: string): Row[] {
		return this.index.find(word).map((id) => this.row(id))
	}
}
