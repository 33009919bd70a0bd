import assert from 'node:assert/strict';
import { issueExcerpt } from '../../../../../src/localizer/pure/brief/readOutput';
import { installedGrammars } from '../../../../support/grammars';

describe('the excerpt of a long text', () => {
	const { languages } = installedGrammars();
	const report = 'BUG: KASAN: use-after-free in cart_poll+0x1/0x2\n';
	const lines = (name: string, n: number) => Array.from({ length: n }, (_, at) => `${name} ${at}\n`).join('');
	const limit = 20_000;

	for (const [where, before, after] of [
		['at the beginning', 10, 9000],
		['in the middle', 4500, 4500],
		['at the end', 9000, 10],
		['just before the cut', 1500, 9000],
	] as const) {
		it(`has the crash report that is ${where}, whole lines and both ends`, () => {
			const text = lines('before', before) + report + lines('after', after);
			const excerpt = issueExcerpt(text, limit, languages);
			assert.ok(excerpt.length <= limit && excerpt.length > 0.9 * limit, `${excerpt.length} characters`);
			assert.ok(excerpt.includes(report));
			assert.ok(excerpt.startsWith('before 0\n') && excerpt.endsWith(`after ${after - 1}\n`));
			const known = new Set(text.split('\n'));
			assert.deepEqual(
				excerpt.split('\n').filter(line => !known.has(line)),
				[],
			);
		});
	}

	it('has the first of several reports', () => {
		const text =
			[4000, 4000, 4000].map((n, at) => lines(`part ${at}`, n)).join(report.replace('cart', 'till')) + report;
		const excerpt = issueExcerpt(text, limit, languages);
		assert.ok(excerpt.includes('part 0 3999\nBUG: KASAN: use-after-free in till_poll'));
	});

	it('is the text itself where it is short', () => {
		assert.equal(issueExcerpt(report, limit, languages), report);
	});

	it('takes time in proportion to a hostile text', () => {
		const seconds = (n: number) => {
			const start = performance.now();
			issueExcerpt(`${'BUG '.repeat(n)}\n${'BUG\n'.repeat(n)}`, limit, languages);
			return performance.now() - start;
		};
		seconds(50_000);
		const [short, long] = [seconds(50_000), seconds(400_000)];
		assert.ok(long < 40 * Math.max(short, 1), `${long} ms for 8 times what takes ${short} ms`);
	});
});
