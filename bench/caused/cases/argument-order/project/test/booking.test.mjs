import assert from 'node:assert/strict'
import { beforeEach, describe, it } from 'node:test'
import { Hotel, Taken } from '../lib/booking.mjs'
import { Prices } from '../lib/prices.mjs'
import { clip, DayRange } from '../lib/range.mjs'
import { Season } from '../lib/season.mjs'

describe('Hotel', () => {
	let hotel
	beforeEach(() => {
		hotel = new Hotel(new Season('summer', 100, 200), new Prices(50))
	})

	it('bills a stay', () => {
		assert.equal(hotel.bill(hotel.book('Ada', 110, 3)), 'Ada: 150')
	})

	it('cuts a stay at the end of the season', () => {
		assert.equal(hotel.bill(hotel.book('Bo', 198, 5)), 'Bo: 100')
	})

	it('bills special days', () => {
		hotel.prices.set(111, 80)
		assert.equal(hotel.bill(hotel.book('Cy', 110, 2)), 'Cy: 130')
	})

	it('refuses taken days', () => {
		hotel.book('Ada', 110, 3)
		assert.throws(() => hotel.book('Bo', 112, 1), Taken)
	})

	it('clips ranges', () => {
		assert.deepEqual(clip(new DayRange(1, 9), 2, 5).days(), [2, 3, 4])
	})
})
