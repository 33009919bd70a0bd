import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { RankedIssue } from '../../../../src/research/pure/eval/evalReport';
import { missPage } from '../../../../src/research/pure/eval/missPage';

const hostile = '<script>alert(1)</script>"&\u202e';
const issue: RankedIssue = {
	id: hostile,
	gold: {
		files: ['a.py'],
		modules: ['a.py:f'],
		functions: ['a.py:f', 'a.py:gone'],
		classes: [],
		added: [],
		countsFunctions: true,
	},
	traits: { repository: hostile, language: 'Python', text: 'prose only', fixed: 'named' },
	rankings: { faultline: { files: [hostile], modules: [], functions: [] } },
};
const fixed = {
	id: 'a.py:f',
	rank: 12,
	score: 0.25,
	contributions: [{ feature: 'words: rank', value: 3, score: 0.25 }],
};
const other = { id: hostile, rank: 1, score: 0.5, contributions: [{ feature: 'words: rank', value: 1.5, score: 0.5 }] };

describe('the page of misses', () => {
	it('shows what each feature adds to what was fixed, beside what is first', async () => {
		const page = await missPage([issue], new Map([[hostile, { gold: [fixed], others: [other], stated: [] }]]));
		assert.match(page, /<code>a\.py:f<\/code> \(rank 12\), beside/);
		assert.match(
			page,
			/<td>words: rank<\/td><td>3\.00<\/td><td>0\.250<\/td><td>1\.50<\/td><td>0\.500<\/td><td class="less">-0\.250/,
		);
		assert.match(page, /<code>a\.py:gone<\/code> is no candidate/);
	});

	it('runs nothing and loads nothing, whatever the names are', async () => {
		const page = await missPage([issue], new Map([[hostile, { gold: [fixed], others: [other], stated: [] }]]));
		assert.doesNotMatch(page, /<script|\u202e|<img/);
		const style = /<style>([\s\S]*)<\/style>/.exec(page)?.[1] ?? '';
		const digest = createHash('sha256').update(style).digest('base64');
		assert.ok(page.includes(`content="default-src 'none'; style-src 'sha256-${digest}'"`));
	});

	it('has only misses, and ends before it is too large', async () => {
		const ranking = { files: ['a.py'], modules: [], functions: ['a.py:f', 'a.py:gone'] };
		const hit = { ...issue, rankings: { faultline: ranking } };
		assert.match(await missPage([hit], new Map()), /0 of 1 issues missed/);
		const large = { ...issue, id: 'x'.repeat(1_500_000) };
		const page = await missPage([large, large, large], new Map());
		assert.match(page, /1 more are left out/);
		assert.ok(page.length < 4_100_000);
	});
});
