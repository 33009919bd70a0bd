import assert from 'node:assert/strict';
import { classOutline, fileOutline, linesWithDoc, membersOf } from '../../../../src/code/pure/index/outline';
import { qualifiedName } from '../../../../src/runs/pure/model/symbol';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const source = `class Shape(Base,
            metaclass=Meta):
    """
    What it is.
    """
    corners = {
        'a': 1,
        'b': 2,
        'c': 3,
    }

    class Options:
        strict = True

        def check(self):
            def inner():
                pass

    if NEW:
        def area(self): return 1
    else:
        @cached
        def area(self):
            local = 1
            return local


def build():
    class Hidden:
        pass
`;

describe('outline', () => {
	it('of a class is its header, its doc, its fields and the headers of what is in it', async () => {
		const { index } = await memoryWorkspace({ 'a.py': source });
		const symbols = index.file('a.py')?.symbols ?? [];
		const [shape] = index.classes('Shape');
		assert.ok(shape);
		assert.deepEqual(
			classOutline(shape, symbols, source.split('\n')).map(({ startLine, endLine }) => [startLine, endLine]),
			[
				[1, 2],
				[4, 4],
				[6, 8],
				[12, 12],
				[13, 13],
				[15, 15],
				[20, 20],
				[22, 23],
			],
		);
	});

	it('of a file is what it defines at its top', async () => {
		const { index } = await memoryWorkspace({ 'a.py': source });
		assert.deepEqual(
			fileOutline(index.file('a.py')?.symbols ?? []).map(({ startLine }) => startLine),
			[1, 28],
		);
	});

	it('does not mix the members of two classes of one name', async () => {
		const { index } = await memoryWorkspace({
			'a.py':
				'if NEW:\n    class A:\n        def f(self):\n            pass\nelse:\n    class A:\n        def g(self):\n            pass\n',
		});
		const symbols = index.file('a.py')?.symbols ?? [];
		assert.deepEqual(
			index.classes('A').map(owner => membersOf(owner, symbols).map(qualifiedName)),
			[['A.f'], ['A.g']],
		);
	});

	it('of a definition begin at its doc comment, and of a long one at the end of that', async () => {
		const rows = Array.from({ length: 20 }, (_, row) => `// Row ${row}.`);
		const text = ['int a;', '// Of f.', 'int f(void) {', '}', ...rows, 'int g(void) {', '}', ''].join('\n');
		const { index } = await memoryWorkspace({ 'a.c': text, 'a.py': 'def h():\n    """Doc."""\n' });
		assert.deepEqual(
			[...index.named('f'), ...index.named('g'), ...index.named('h')].map(symbol =>
				linesWithDoc(symbol).map(({ startLine, endLine }) => [startLine, endLine]),
			),
			[
				[
					[2, 2],
					[3, 4],
				],
				[
					[15, 24],
					[25, 26],
				],
				[[1, 2]],
			],
		);
	});
});
