import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Catalog } from '../lib/catalog.ts'
import { wordsOf } from '../lib/searchIndex.ts'

function lamps() {
	const catalog = new Catalog()
	catalog.add('a', 'Desk lamp')
	catalog.add('b', 'Floor lamp', 0)
	return catalog
}

describe('Catalog', () => {
	it('finds products by a word', () => {
		const rows = lamps().search('Lamp')
		assert.deepEqual(rows.map((row) => row.label), ['Desk lamp', 'Floor lamp'])
	})

	it('finds products that were added after a search', () => {
		const catalog = lamps()
		catalog.search('lamp')
		catalog.add('c', 'Lava lamp')
		assert.equal(catalog.search('lamp').length, 3)
	})

	it('does not find discontinued products', () => {
		const catalog = lamps()
		catalog.search('lamp')
		catalog.discontinue('a')
		assert.deepEqual(catalog.search('lamp').map((row) => row.label), ['Floor lamp'])
	})

	it('discontinues only what is there', () => {
		assert.throws(() => lamps().discontinue('x'))
	})

	it('knows what is available', () => {
		assert.equal(lamps().row('b').available, false)
	})

	it('splits titles', () => {
		assert.deepEqual(wordsOf('Desk-lamp, red'), ['desk', 'lamp', 'red'])
	})
})
