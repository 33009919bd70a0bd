import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ExpectedPlace, ScenarioCase } from '../../bench/scenarios/case';
import { git } from '../support/gitRepository';

/** The parts of a name such as `Url::parse`, `Url#parse` or `(*Url).parse`. */
function partsOf(symbol: string): string[] {
	return symbol.split(/[^\w$]+/).filter(Boolean);
}

const kinds = [
	...['error-code', 'stack-trace', 'wrong-value', 'parameter-set', 'return-value', 'change-impact'],
	...['schema-change', 'configuration', 'null-check', 'race', 'leak', 'wrong-override', 'off-by-one', 'encoding'],
	...['time-zone', 'dependency-upgrade'],
];

function casesIn(part: 'cases' | 'kept'): ReadonlyMap<string, readonly ScenarioCase[]> {
	const folder = join('bench', 'scenarios', part);
	return new Map(
		readdirSync(folder).map(name => [
			name.replace(/\.json$/, ''),
			JSON.parse(readFileSync(join(folder, name), 'utf8')) as ScenarioCase[],
		]),
	);
}

describe('the cases of the scenario suite', () => {
	const shown = casesIn('cases');
	const kept = casesIn('kept');
	const all = [...shown.values(), ...kept.values()].flat();

	it('have a question, a place that answers it, and how that is known', () => {
		for (const [kind, cases] of [...shown, ...kept]) {
			for (const each of cases) {
				const { id, question, expected, truth } = each;
				assert.equal(each.kind, kind, id);
				assert.match(each.commit, /^[0-9a-f]{40}$/, id);
				assert.match(each.repo, /^[\w.-]+\/[\w.-]+$/, id);
				assert.ok(each.language !== '' && question.length > 40, id);
				assert.ok(expected.length > 0, id);
				assert.ok(['compiler', 'tracer', 'fix', 'two readers'].includes(truth.by), id);
				assert.match(truth.how, truth.by === 'fix' ? /^[0-9a-f]{40} / : /\w{3}/, id);
				for (const place of [...expected, ...each.wrong]) {
					assert.deepEqual(unknownKeys(place), [], id);
				}
			}
		}
	});

	it('have ids that occur once', () => {
		const ids = all.map(({ id }) => id);
		assert.deepEqual(
			ids.filter((id, at) => ids.indexOf(id) !== at),
			[],
		);
	});

	it('call no place both expected and wrong', () => {
		const key = ({ file, symbol, lines }: ExpectedPlace) => JSON.stringify([file, symbol, lines]);
		for (const { id, expected, wrong } of all) {
			assert.equal(new Set([...expected, ...wrong].map(key)).size, expected.length + wrong.length, id);
		}
	});

	it('are of 16 kinds, 10 projects and 6 languages or more, with a third of each kind kept', () => {
		assert.deepEqual([...shown.keys()].sort(), [...kinds].sort());
		for (const kind of kinds) {
			const nKept = kept.get(kind)?.length ?? 0;
			const nOfKind = nKept + (shown.get(kind)?.length ?? 0);
			assert.ok(nOfKind >= 3 && 3 * nKept >= nOfKind, `${kind}: ${nKept} of ${nOfKind} are kept`);
		}
		assert.ok(all.length >= 64, `${all.length} cases`);
		assert.ok(new Set(all.map(({ repo }) => repo)).size >= 10);
		assert.ok(new Set(all.map(({ language }) => language)).size >= 6);
	});

	const repos = process.env.FAULTLINE_REPOS;
	const itWithRepositories = repos === undefined ? it.skip : it;

	itWithRepositories(
		'name files and symbols that exist at their commits (FAULTLINE_REPOS: clones as OWNER__NAME)',
		() => {
			for (const { id, repo, commit, expected, wrong } of all) {
				const folder = join(repos ?? '', repo.replace('/', '__'));
				for (const { file, symbol = '', lines } of [...expected, ...wrong]) {
					const text = git(folder, 'show', `${commit}:${file}`);
					for (const part of partsOf(symbol)) {
						assert.ok(text.split(/[^\w$]+/).includes(part), `${id}: ${part} in ${file}`);
					}
					const [first, last] = lines ?? [1, 1];
					assert.ok(1 <= first && first <= last && last <= text.split('\n').length, `${id}: lines of ${file}`);
				}
			}
		},
	);
});

function unknownKeys(place: ExpectedPlace): string[] {
	return Object.keys(place).filter(key => !['file', 'symbol', 'lines'].includes(key));
}
