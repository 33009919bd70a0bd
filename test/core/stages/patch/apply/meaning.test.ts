import assert from 'node:assert/strict';
import { Lander, triple } from './applyOn';

const lander = new Lander();

const kiln = [
	'import heat',
	'',
	'',
	'class Kiln:',
	'    """Bakes what is put into it."""',
	'',
	'    def bake(self, pots):',
	'        """Bakes pots until all are hard.',
	'',
	'        The door stays shut.',
	'        """',
	'        # The fire is lit by hand.',
	'        self.shut()',
	'        while pots:',
	'            pot = pots.pop()',
	'            if pot.is_soft:',
	'                self.heat(pot)',
	'            else:',
	'                self.shelf.add(pot)',
	'        return self.shelf',
	'',
	'    def shut(self):',
	'        self.turn(',
	'            angle=90,',
	'            force=2,',
	'            **self.options,',
	'        )',
	'',
	'',
	'class Shelf:',
	'    def add(self, pot):',
	'        self.boards.append(pot)',
	'',
].join('\n');

async function applies(answer: string, before: string, after: string): Promise<void> {
	assert.notEqual(after, kiln);
	assert.equal((await lander.applied({ 'kiln.py': kiln }, answer))['kiln.py'], kiln.replace(before, after));
}

const edit = (original: string, patched: string) => triple('kiln.py', original, patched);

describe('what the original leaves out', () => {
	it('may be documentation and comments, which stay', () =>
		applies(
			edit(
				'    def bake(self, pots):\n        self.shut()\n        while pots:',
				'    def bake(self, pots):\n        self.shut()\n        self.wait()\n        while pots:',
			),
			'        self.shut()\n',
			'        self.shut()\n        self.wait()\n',
		));

	it('may be documentation behind a head that changes', () => {
		const [head, first, oven] = ['class Kiln:', '    def bake(self, pots):', 'class Kiln(Oven):'];
		return applies(edit(`${head}\n${first}`, `${oven}\n${first}`), head, oven);
	});

	it('may not be documentation next to which new lines would be put', async () => {
		const original = 'class Kiln:\n    def bake(self, pots):';
		for (const head of ['class Kiln(Oven):\n    is_hot = False', 'class Kiln:\n    is_hot = False']) {
			const answer = edit(original, original.replace('class Kiln:', head));
			assert.equal((await lander.refused({ 'kiln.py': kiln }, answer)).reason, 'hidden');
		}
	});

	it('may not be a part of documentation of which the rest is shown, as new lines may belong anywhere in it', async () => {
		const [front, behind] = ['        """Bakes pots until all are hard.\n', '        """\n        self.shut()'];
		const answer = edit(front + behind, `${front}        Mind the smoke.\n${behind}`);
		assert.equal((await lander.refused({ 'kiln.py': kiln }, answer)).reason, 'hidden');
	});
});

describe('a method without a place', () => {
	it('is refused where the model names none of several classes', async () => {
		for (const body of ['pass', 'return self.doors']) {
			const answer = edit('', `    def run(self):\n        ${body}`);
			assert.equal((await lander.refused({ 'kiln.py': kiln }, answer)).reason, 'noAnchor');
		}
	});

	it('brings its imports in front of the class it is added to', () =>
		applies(
			edit('', `import math\n\nclass Kiln:\n    def volume(self):\n        return math.pi`),
			kiln,
			kiln
				.replace('class Kiln:', 'import math\n\nclass Kiln:')
				.replace('        )\n', '        )\n\n    def volume(self):\n        return math.pi\n'),
		));
});

describe('edits of one answer', () => {
	it('that make different things of the same lines are refused', async () => {
		const answer =
			edit('            angle=90,\n            force=2,', '            angle=45,\n            force=2,') +
			edit('            angle=90,\n            force=2,', '            angle=30,\n            force=3,');
		assert.equal((await lander.refused({ 'kiln.py': kiln }, answer)).reason, 'notFound');
	});

	it('may not leave a block without a line', async () => {
		const answer = edit('                self.heat(pot)', '                # It is hot enough.');
		assert.equal((await lander.refused({ 'kiln.py': kiln }, answer)).reason, 'syntax');
	});
});
