import assert from 'node:assert/strict';
import { Lander, triple } from './landOn';

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

async function lands(answer: string, before: string, after: string): Promise<void> {
	assert.notEqual(after, kiln);
	assert.equal((await lander.landed({ 'kiln.py': kiln }, answer))['kiln.py'], kiln.replace(before, after));
}

const edit = (original: string, patched: string) => triple('kiln.py', original, patched);

describe('what the original leaves out', () => {
	it('may be documentation and comments, which stay', () =>
		lands(
			edit(
				'    def bake(self, pots):\n        self.shut()\n        while pots:',
				'    def bake(self, pots):\n        self.shut()\n        self.wait()\n        while pots:',
			),
			'        self.shut()\n',
			'        self.shut()\n        self.wait()\n',
		));

	it('may be documentation behind a head that changes, or behind which lines come', async () => {
		const [head, first] = ['class Kiln:', '    def bake(self, pots):'];
		const oven = 'from oven import Oven\n\nclass Kiln(Oven):';
		await lands(edit(`${head}\n${first}`, `${oven}\n${first}`), head, oven);
		const [before, after] = [`\n${first}`, `\n    is_hot = False\n${first}`];
		await lands(edit(`${head}\n${first}`, `${head}\n    is_hot = False\n${first}`), before, after);
	});

	it('may not be documentation that new lines would be put in front of', async () => {
		const { reason } = await lander.refused(
			{ 'kiln.py': kiln },
			edit(
				'class Kiln:\n    def bake(self, pots):',
				'class Kiln(Oven):\n    is_hot = False\n    def bake(self, pots):',
			),
		);
		assert.equal(reason, 'hidden');
	});

	it('may not be a part of documentation of which the rest is shown, as new lines may belong anywhere in it', async () => {
		const [front, behind] = ['        """Bakes pots until all are hard.\n', '        """\n        self.shut()'];
		const answer = edit(front + behind, `${front}        Mind the smoke.\n${behind}`);
		assert.equal((await lander.refused({ 'kiln.py': kiln }, answer)).reason, 'hidden');
	});

	it('may be the head of the block that the next lines are in', () =>
		lands(
			edit(
				'    def bake(self, pots):\n        ...\n        if pot.is_soft:\n            ...\n        else:\n            self.shelf.add(pot)\n        ...',
				'    def bake(self, pots):\n        ...\n        if pot.is_soft:\n            ...\n        else:\n            pot.paint()\n            self.shelf.add(pot)\n        ...',
			),
			'                self.shelf.add(pot)\n',
			'                pot.paint()\n                self.shelf.add(pot)\n',
		));

	it('may be lines among which a comment stands further out', () => {
		const before = kiln.replace('            pot = ', '# once more\n            pot = ');
		const original = '        while pots:\n            ...\n            if pot.is_soft:';
		return lander
			.landed({ 'kiln.py': before }, edit(original, original.replace('is_soft', 'is_wet')))
			.then(texts => assert.equal(texts['kiln.py'], before.replace('is_soft', 'is_wet')));
	});

	it('may be the comma of a line that is replaced', () =>
		lands(
			edit(
				'    def shut(self):\n        self.turn(\n            angle=90,\n            **self.options\n        )',
				'    def shut(self):\n        options = self.settings()\n        self.turn(\n            angle=90,\n            **options\n        )',
			),
			'        self.turn(\n            angle=90,\n            force=2,\n            **self.options,\n',
			'        options = self.settings()\n        self.turn(\n            angle=90,\n            force=2,\n            **options,\n',
		));
});

describe('a method without a place', () => {
	const method = '    def n_boards(self):\n        return len(self.boards)';

	it('belongs to the only class that has the members it uses', () =>
		lands(edit('', method), '.append(pot)\n', `.append(pot)\n\n${method}\n`));

	it('is asked back where several classes have them, or none', async () => {
		for (const body of ['pass', 'return self.doors']) {
			const answer = edit('', `    def run(self):\n        ${body}`);
			assert.equal((await lander.refused({ 'kiln.py': kiln }, answer)).reason, 'ambiguous');
		}
	});

	it('takes its place where the original is an ellipsis', () =>
		lands(edit('...', method), '.append(pot)\n', `.append(pot)\n\n${method}\n`));

	it('brings its imports in front of the class it is added to', () =>
		lands(
			edit('', `import math\n\nclass Kiln:\n    def volume(self):\n        return math.pi`),
			kiln,
			kiln
				.replace('class Kiln:', 'import math\n\nclass Kiln:')
				.replace('        )\n', '        )\n\n    def volume(self):\n        return math.pi\n'),
		));

	it('may have its quotes escaped, if every quote is and the file cannot be read so', () =>
		lands(
			edit('', `${method.replace('\n', '\n        \\"\\"\\"How many there are.\\"\\"\\"\n')}`),
			'.append(pot)\n',
			`.append(pot)\n\n${method.replace('\n', '\n        """How many there are."""\n')}\n`,
		));
});

describe('edits of one answer', () => {
	const both = 'class A:\n    limit = 1\n\n    def run(self):\n        stop(now)\n';
	const texts = { 'a.py': `${both}\n\n${both.replace('class A', 'class B').replace('1', '2')}` };

	it('of which one fits two classes: it is meant for the class that the one before it changes', async () => {
		const answer = triple('a.py', 'limit = 2', 'limit = 3') + triple('a.py', 'stop(now)', 'stop(later)');
		const after = texts['a.py'].replace('limit = 2', 'limit = 3').replace(/stop\(now\)\n$/, 'stop(later)\n');
		assert.equal((await lander.landed(texts, answer))['a.py'], after);
	});

	it('that show the same lines as they were both count, if they make the same of these', async () => {
		const answer =
			edit('angle=90,', 'angle=45,') +
			edit(
				'        self.turn(\n            angle=90,',
				'        self.settle()\n        self.turn(\n            angle=45,',
			);
		await lands(
			answer,
			'        self.turn(\n            angle=90,',
			'        self.settle()\n        self.turn(\n            angle=45,',
		);
	});

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
