import assert from 'node:assert/strict';
import { fileHistory } from '../../../src/history/pure/fileHistory';
import { indexOf, type MadeCommit } from './historyProject';

const patch = '@@ -1 +1 @@\n-a\n+b';
const changing = (...paths: readonly string[]) => Object.fromEntries(paths.map(path => [path, patch]));
const many = Array.from({ length: 31 }, (_, at) => `all/${at}.py`);

const commits: readonly MadeCommit[] = [
	{ message: 'Reformat the total of everything', changes: changing('a/total.py', ...many) },
	{ message: 'Round the total of a basket', changes: changing('a/total.py'), daysAgo: 10 },
	{ message: 'Fix the basket', changes: changing('a/total.py', 'a/basket.py'), daysAgo: 90 },
	{ message: 'Sort the shelves', changes: changing('a/shelf.py'), daysAgo: 180 },
	{ message: 'Add the shop', changes: changing('a/shelf.py', 'a/basket.py', 'a/total.py'), daysAgo: 400 },
];

describe('the history of files', () => {
	const { similar, best, changes, recent } = fileHistory(indexOf(commits), 'The basket has a wrong total');

	it('has the files first that commits like the issue changed', () => {
		assert.equal(similar.get('a/total.py'), 1);
		const basket = similar.get('a/basket.py') ?? 0;
		assert.ok(basket > 0 && basket < 1, `${basket}`);
		assert.ok((similar.get('a/shelf.py') ?? 0) < basket);
		assert.equal(Math.max(...best.values()), 1);
		assert.ok((best.get('a/shelf.py') ?? 0) < (best.get('a/basket.py') ?? 0));
	});

	it('counts the changes of the last year, recent ones more', () => {
		assert.deepEqual(
			['a/total.py', 'a/basket.py', 'a/shelf.py'].map(path => changes.get(path)),
			[2, 1, 1],
		);
		assert.equal(recent.get('a/basket.py'), 0.5);
		assert.equal(recent.get('a/shelf.py'), 0.25);
	});

	it('learns nothing from commits that change very many files', () => {
		assert.equal(similar.get('all/1.py'), undefined);
		assert.equal(changes.get('all/1.py'), undefined);
	});

	it('has nothing where no commit is like the issue', () => {
		const none = fileHistory(indexOf(commits), 'zebra');
		assert.deepEqual([none.similar.size, none.best.size], [0, 0]);
		assert.equal(none.changes.get('a/total.py'), 2);
	});
});
