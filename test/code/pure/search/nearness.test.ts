import assert from 'node:assert/strict';
import type { SearchFocus } from '../../../../src/code/pure/search/scope/searchScopes';
import type { ToolAnswer } from '../../../../src/runs/pure/model/toolAnswer';
import { searchProject, shownIn } from './searchProject';

const body = '\tdef __new__(cls):\n\t\treturn object()\n';
const texts = {
	'alg/matrices.py': `class Product:\n${body}`,
	'alg/tensor/functions.py': `class TensorProduct:\n${body}`,
	'physics/quantum/tensor.py': `class TensorProduct:\n${body}`,
	'tests/test_tensor.py': `class TensorProduct:\n${body}`,
};

function asked(focus: Partial<SearchFocus>) {
	return searchProject(texts, { focus: { filesInMemory: () => [], reportedLines: [], ...focus } });
}

function filesIn(answer: ToolAnswer): (string | undefined)[] {
	return shownIn(answer).map(line => /<file>(.*?)<\/file>/.exec(line)?.[1]);
}

describe('namesakes', () => {
	const decided: [by: string, focus: Partial<SearchFocus>, shown: readonly string[]][] = [
		['nothing', {}, ['alg/tensor/functions.py', 'physics/quantum/tensor.py', 'tests/test_tensor.py']],
		['code that was shown', { filesInMemory: () => ['physics/quantum/tensor.py'] }, ['physics/quantum/tensor.py']],
		[
			'a line of the report',
			{ reportedLines: [{ file: 'physics/quantum/tensor.py', line: 2 }] },
			['physics/quantum/tensor.py'],
		],
		['a path in the report', { report: 'It fails in quantum/tensor.py.' }, ['physics/quantum/tensor.py']],
		['a module in the report', { report: 'from physics.quantum.tensor import *' }, ['physics/quantum/tensor.py']],
		[
			'a folder in the report',
			{ report: 'from physics.quantum import TensorProduct' },
			['physics/quantum/tensor.py', 'alg/tensor/functions.py', 'tests/test_tensor.py'],
		],
	];
	for (const [by, focus, shown] of decided) {
		it(`are decided by ${by}`, async () => {
			const answer = await (await asked(focus)).ask('search_method_in_class', '__new__', 'TensorProduct');
			assert.deepEqual(filesIn(answer), shown, answer.text);
			assert.equal(answer.places.length, 3);
		});
	}

	it('are decided by a class that the report names', async () => {
		const answer = await (await asked({ report: 'The Product is wrong' })).ask('search_method', '__new__');
		assert.equal(filesIn(answer)[0], 'alg/matrices.py');
		const other = await (await asked({ report: 'A TensorProduct is wrong' })).ask('search_method', '__new__');
		assert.equal(filesIn(other)[0], 'alg/tensor/functions.py');
	});

	it('begin with what is at file level, then with the method that others override', async () => {
		const method = '\tdef render(self):\n\t\treturn self\n';
		const p = await searchProject({
			'a.py': `from w import Widget\n\nclass A(Widget):\n${method}`,
			'b.py': `from w import Widget\n\nclass B(Widget):\n${method}`,
			'c.py': `class Other:\n${method}`,
			'd.py': 'def render():\n\treturn 1\n',
			'w.py': `class Widget:\n${method}`,
		});
		assert.deepEqual(filesIn(await p.ask('search_method', 'render')), ['d.py', 'w.py', 'a.py']);
	});
});
