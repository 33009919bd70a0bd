import type { ProductStore } from './store.ts'

/** The ids of products by the words of their titles, made again after changes of the store. */
export class SearchIndex {
	readonly store: ProductStore
	words: Map<string, string[]>
	madeAt: number

	constructor(store: ProductStore) {
		this.store = store
		this.words = new Map()
		this.madeAt = -1
	}

	make(): void {
		this.words = new Map()
		for (const id of this.store.ids()) {
			for (const word of wordsOf(this.store.get(id)?.title ?? '')) {
				this.words.set(word, [...(this.words.get(word) ?? []), id])
			}
		}
		this.madeAt = this.store.changes
	}

	find(word: string): string[] {
		if (this.madeAt !== this.store.changes) this.make()
		return this.words.get(word.toLowerCase()) ?? []
	}
}

export function wordsOf(title: string): string[] {
	return title.toLowerCase().split(/\W+/).filter(Boolean)
}
