import assert from 'node:assert/strict';
import { waitAsked } from '../../../src/models/node/serverComplaint';

describe('waitAsked', () => {
	const nowMs = Date.parse('2026-03-01T12:00:00Z');
	const byHeader = (headers: Record<string, string>) => waitAsked(new Headers(headers), '', nowMs);
	const byText = (text: string) => waitAsked(undefined, text, nowMs);

	it('reads seconds, a date, and milliseconds, which are the most exact', () => {
		assert.equal(byHeader({ 'retry-after': '20' }), 20_000);
		assert.equal(byHeader({ 'retry-after': 'Sun, 01 Mar 2026 12:01:30 GMT' }), 90_000);
		assert.equal(byHeader({ 'retry-after': '20', 'retry-after-ms': '19500' }), 19_500);
	});

	it('does not wait for a date that is past', () => {
		assert.equal(byHeader({ 'retry-after': 'Sun, 01 Mar 2026 11:00:00 GMT' }), 0);
	});

	it('reads a wait from the message', () => {
		assert.equal(byText('Limit reached. Please try again in 20s.'), 20_000);
		assert.equal(byText('Please try again in 1m2.5s.'), 62_500);
		assert.equal(byText('Please try again in 250ms.'), 250);
		assert.equal(byText('Please retry after 6 seconds.'), 6000);
		assert.equal(byText('Try again in 2m'), 120_000);
	});

	it('is undefined where none is stated', () => {
		assert.equal(byHeader({}), undefined);
		assert.equal(byHeader({ 'retry-after': 'soon', 'retry-after-ms': '' }), undefined);
		assert.equal(byText('Please try again in a while.'), undefined);
	});
});
