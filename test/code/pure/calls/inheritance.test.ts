import assert from 'node:assert/strict';
import { ancestorsOf, basesText, inheritedMembers, resolveBase } from '../../../../src/code/pure/calls/inheritance';
import type { CodeSymbol } from '../../../../src/runs/pure/model/symbol';
import { type MemoryWorkspace, memoryWorkspace } from '../../../support/memoryWorkspace';

describe('inheritance', () => {
	let workspace: MemoryWorkspace;
	before(async () => {
		workspace = await memoryWorkspace({
			'app/models.py': `class Model(Root):
    def save(self):
        pass


class Root:
    def save(self):
        pass

    def check(self):
        pass


class Both(Left, Right):
    pass


class Left(Root):
    pass


class Right(Root):
    def check(self):
        pass


class Ring(Circle):
    pass


class Circle(Ring):
    pass
`,
			'app/forms.py':
				'class Model:\n    pass\n\n\nclass Child(models.Model):\n    pass\n\n\nclass Near(Model):\n    pass\n',
			'other/forms.py': 'class Far(Model, external.Thing):\n    pass\n',
			'other/models.py': 'class Model:\n    pass\n',
			'tests/forms.py': 'class Thing:\n    pass\n',
		});
	});

	function classNamed(name: string, file?: string): CodeSymbol {
		const found = workspace.index.classes(name).find(symbol => file === undefined || symbol.file === file);
		assert.ok(found, `there is no class ${name}`);
		return found;
	}

	const bases: [child: string, base: string, file: string][] = [
		['Near', 'Model', 'app/forms.py'],
		['Child', 'models.Model', 'app/models.py'],
		['Far', 'Model', 'other/models.py'],
	];
	for (const [child, base, file] of bases) {
		it(`takes ${base} of ${child} for the class in ${file}`, () => {
			assert.deepEqual(
				resolveBase(workspace.index, classNamed(child), base).map(symbol => symbol.file),
				[file],
			);
		});
	}

	it('walks breadth first, each class once, and comes to an end in a circle', () => {
		const walk = (name: string) =>
			ancestorsOf(workspace.index, classNamed(name)).map(({ symbol, depth }) => `${symbol.name} ${depth}`);
		assert.deepEqual(walk('Both'), ['Left 1', 'Right 1', 'Root 2']);
		assert.deepEqual(walk('Ring'), ['Circle 1']);
	});

	it('takes what the nearest base defines', () => {
		const places = (name: string, member: string) =>
			inheritedMembers(workspace.index, classNamed(name), member).map(symbol => symbol.container);
		assert.deepEqual(places('Both', 'check'), ['Right']);
		assert.deepEqual(places('Both', 'save'), ['Root']);
		assert.deepEqual(places('Child', 'save'), ['Model']);
		assert.deepEqual(places('Child', 'nothing'), []);
	});

	it('reports which bases the workspace does not contain', () => {
		const text = basesText(workspace.index, classNamed('Far'));
		assert.equal(text, 'Bases: Model (other/models.py:1), Thing (tests/forms.py:1).');
		assert.equal(basesText(workspace.index, classNamed('Root')), undefined);
		const [lonely] = [{ ...classNamed('Root'), bases: ['pkg.Unknown'] }];
		assert.equal(basesText(workspace.index, lonely), 'Bases: pkg.Unknown (not in the workspace).');
	});
});
