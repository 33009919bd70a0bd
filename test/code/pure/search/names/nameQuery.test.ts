import assert from 'node:assert/strict';
import { isPhrase, parseName } from '../../../../../src/code/pure/search/names/nameQuery';

describe('parseName', () => {
	const fillers = new Set(['def', 'class', 'self', 'async', 'static']);
	const cases: [written: string, owners: string[], name: string][] = [
		['run', [], 'run'],
		['Outer.run', ['Outer'], 'run'],
		['pkg.mod.Outer.run(a, b=1)', ['pkg', 'mod', 'Outer'], 'run'],
		['pkg::Outer::run', ['pkg', 'Outer'], 'run'],
		['Outer#run', ['Outer'], 'run'],
		['node->next', ['node'], 'next'],
		['App\\Shop\\Basket', ['App', 'Shop'], 'Basket'],
		['pkg/mod', ['pkg'], 'mod'],
		['  `run`  ', [], 'run'],
		['"Outer.run"', ['Outer'], 'run'],
		['def run(self):', [], 'run'],
		['async def run(self) -> int:', [], 'run'],
		['class Outer(base.Base):', [], 'Outer'],
		['class Outer:', [], 'Outer'],
		['self.run()', [], 'run'],
		['run = property(get_run)', [], 'run'],
		['items[0]', [], 'items'],
		['List<String>', [], 'List'],
		['__init__', [], '__init__'],
		['valid?', [], 'valid?'],
		['def', [], 'def'],
		['', [], ''],
		['()', [], '()'],
		['error reporting', [], 'error reporting'],
	];
	for (const [written, owners, name] of cases) {
		it(`reads "${written}" as ${[...owners, name].join(' > ')}`, () => {
			const query = parseName(written, fillers);
			assert.deepEqual({ owners: query.owners, name: query.name }, { owners, name });
		});
	}

	it('knows several words from a name', () => {
		assert.equal(isPhrase(parseName('error reporting', fillers)), true);
		assert.equal(isPhrase(parseName('def report_error', fillers)), false);
	});
});
