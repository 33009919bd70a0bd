import assert from 'node:assert/strict';
import type { BugLocation } from '../../../../src/runs/pure/model/location';
import { issue } from '../../../engine/stages/locate/shop';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun } from './locateRun';

const explaining = {
	'explain.py': `def compare_sets(left, right):
    extra = left - right
    if extra:
        return f"Left contains more items, first extra item: {next(iter(extra))}"
    return ""


def compare_lists(left, right):
    for index, (a, b) in enumerate(zip(left, right)):
        if a != b:
            return "At index %d diff: %r != %r" % (index, a, b)
    return ""


def explain_assertion(left, right):
    """The explanation of an assertion about two lists."""
    return compare_lists(left, right) or compare_sets(left, right)
`,
};

const documenting = {
	'document.py': `class Documenter:
    def ignored(self, attribute):
        return attribute in self.skip

    def members(self):
        names = self.__all__
        if not names:
            return self.everything()
        return names

    def everything(self):
        return dir(self)

    def all_members(self):
        return [*self.members(), *self.everything()]
${Array.from({ length: 5 }, (_, at) => `\n    def attribute_${at}(self, attribute):\n        return getattr(self, attribute)\n`).join('')}`,
};

const collecting = {
	'collect.py': `class Collector:
    def collect(self, instances):
        for instance in instances:
            self.data.append(instance)

    def delete(self):
        for instance in self.data:
            instance.remove()


class Query:
    def instances(self):
        return self.rows

    def clear_instances(self):
        self.rows = []
`,
};

describe('code that the issue has word for word', () => {
	it('leads to the function that prints a line of its output', async () => {
		const body = [
			'Wrong order of operands',
			'',
			'```',
			'E       AssertionError: assert [1] == [2]',
			'E         Right contains more items, first extra item: 52',
			'```',
		].join('\n');
		const [first] = await located(explaining, 'Wrong order of operands', body);
		assert.equal(first?.method, 'compare_sets');
		assert.equal(first?.lessLikely, undefined);
		assert.ok(first?.evidence.some(({ text }) => text.includes('contains more items, first extra item')));
	});

	it('leads to the function that has a name as the issue writes it, with its underscores', async () => {
		const title = 'Documenter: an empty `__all__` attribute is ignored';
		const locations = await located(documenting, title, `${title}\n\nAn empty \`__all__\` of a module is ignored.`);
		const at = locations.findIndex(({ method }) => method === 'members');
		assert.ok(at === 0 || at === 1, locations.map(printed).join(', '));
		assert.ok(locations[at]?.evidence.some(({ text }) => text.includes('__all__')));
	});

	it('counts where another language reserves the word', async () => {
		const title = 'delete of instances does not clear primary keys';
		const alone = await located(collecting, title, title);
		assert.equal(alone[0]?.method, 'delete');
		const beside = await located({ ...collecting, 'page.js': 'var a = 1;\n' }, title, title);
		assert.deepEqual(beside.map(printed), alone.map(printed));
	});
});

async function located(files: Readonly<Record<string, string>>, title: string, body: string): Promise<BugLocation[]> {
	const { run } = await locateRun(await memoryWorkspace(files), issue(title, body));
	return [...run.selected.locations];
}

function printed({ method, likelihood }: BugLocation): string {
	return `${method} ${likelihood?.toFixed(2)}`;
}
