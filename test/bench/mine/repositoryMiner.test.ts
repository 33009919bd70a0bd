import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitsNamed, commitsOf } from '../../../bench/mine/commits';
import { NearCopies } from '../../../bench/mine/nearCopies';
import { textHash } from '../../../bench/mine/pair';
import { readRepositories } from '../../../bench/mine/repositories';
import { type Examined, RepositoryMiner } from '../../../bench/mine/repositoryMiner';
import { LanguageTable } from '../../../src/code/pure/definitions/languageTable';
import { SourceParser } from '../../../src/code/pure/definitions/sourceParser';
import { commitAll, git } from '../../support/gitRepository';
import { installedGrammars } from '../../support/grammars';
import { createScratchFolder } from '../../support/scratchFolder';

const before = `class Cart:
    def total(self):
        return sum(self.prices)

    def names(self):
        return list(self.items)


def main():
    print(Cart().total())
`;
const after = before
	.replace('sum(self.prices)', 'sum(self.prices or [])')
	.replace('\n\ndef main', '\n    def added(self):\n        pass\n\n\ndef main');
const message = `Fix crash of total with an empty cart

The method Cart.total crashes with a TypeError when nothing was put into the cart before it is asked for the price.

Fixes #12`;

describe('pairs of a repository', () => {
	const grammars = installedGrammars();
	const parsing = { languages: new LanguageTable(grammars.languages), parser: new SourceParser(grammars) };

	async function examine(changes: readonly (readonly [path: string, text: string])[], known: readonly string[] = []) {
		const { path: folder } = createScratchFolder('mine');
		const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
		for (const [path] of changes) {
			write(path, before);
		}
		commitAll(folder);
		for (const [path, text] of changes) {
			write(path, text);
		}
		git(folder, 'commit', '-q', '-a', '-m', message);
		const gitDir = join(folder, '.git');
		const commits = [];
		for await (const commit of commitsOf(gitDir, 'HEAD')) {
			commits.push(commit);
		}
		assert.deepEqual(commitsNamed(gitDir, [commits[0]?.commit ?? '']), commits);
		const copies = new NearCopies();
		for (const text of known) {
			copies.add(text);
		}
		const miner = new RepositoryMiner({ gitDir, repo: 'a/b', language: 'Python', parsing, known: [copies] });
		const [first, again] = [...(await miner.examine(commits)), ...(await miner.examine(commits))];
		assert.ok(first !== undefined && again !== undefined);
		return { first, again };
	}

	const reasonOf = (examined: Examined) => ('reason' in examined ? examined.reason : undefined);

	it('have the functions of the parent, and the hash of the text', async () => {
		const { first, again } = await examine([['cart.py', after]]);
		assert.ok('pair' in first, JSON.stringify(first));
		const { commit, parent, ...pair } = first.pair;
		assert.deepEqual(pair, {
			...{ repo: 'a/b', language: 'Python', text: textHash(first.text), kind: 'names', names_symbol: true },
			...{ files: ['cart.py'], modules: ['cart.py:Cart'], functions: ['cart.py:Cart.total'] },
		});
		assert.match(`${commit} ${parent}`, /^[0-9a-f]{40} [0-9a-f]{40}$/);
		assert.deepEqual(first.functions, ['    def total(self):\n        return sum(self.prices)']);
		assert.doesNotMatch(first.text, /#12/);
		assert.equal(reasonOf(again), 'the same text or change');
	});

	it('are not made of functions that are known, of tests, of formatting, or of other languages', async () => {
		const known = await examine([['cart.py', after]], ['def total(self):\n  return sum(self.prices)']);
		assert.equal(reasonOf(known.first), 'near copy');
		assert.equal(reasonOf((await examine([['test_cart.py', after]])).first), 'not 1 to 5 source files');
		assert.equal(
			reasonOf((await examine([['cart.py', before.replaceAll('(self)', '( self )')]])).first),
			'only formatted',
		);
		assert.equal(reasonOf((await examine([['cart.go', after]])).first), 'another language');
		assert.equal(reasonOf((await examine([['cart.py', `${before}\nx = 1\n`]])).first), 'not 1 to 8 functions');
	});

	it('come from repositories of one part, and from no project that others measure on', () => {
		const repositories = readRepositories();
		assert.equal(new Set(repositories.map(({ repo }) => repo)).size, repositories.length);
		assert.deepEqual(new Set(repositories.map(({ part }) => part)), new Set(['test', 'choose', 'train']));
	});
});
