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

describe('new code', () => {
	it('goes to the class that the prose names, by its first parameter without an indentation', async () => {
		const open = edit('# There is no `open` yet.', 'def open(self):\n    self.turn(0)');
		await applies(
			`This adds \`open\` to the \`Kiln\` class.\n${open}`,
			'            **self.options,\n        )\n',
			'            **self.options,\n        )\n\n    def open(self):\n        self.turn(0)\n',
		);
		assert.equal((await lander.refused({ 'kiln.py': kiln }, open)).reason, 'noAnchor');
	});

	it('goes behind the last definition of the file, in front of what runs it', async () => {
		const main = '\n\nif __name__ == "__main__":\n    Kiln().bake([])\n';
		const answer = edit('', 'def clean(kiln):\n    kiln.shut()');
		const texts = await lander.applied({ 'kiln.py': kiln + main }, answer);
		assert.equal(texts['kiln.py'], `${kiln}\n\ndef clean(kiln):\n    kiln.shut()\n${main}`);
	});

	it('goes in front of the decorators of the definition it is written in front of', async () => {
		const before = kiln.replace('class Shelf:', '@sturdy\nclass Shelf:');
		const answer = edit('class Shelf:', 'import wood\n\nclass Shelf:');
		const texts = await lander.applied({ 'kiln.py': before }, answer);
		assert.equal(texts['kiln.py'], before.replace('@sturdy', 'import wood\n\n@sturdy'));
	});

	it('goes behind documentation that is left out with the rest', () =>
		applies(
			edit(
				'    def bake(self, pots):\n        ...\n        return self.shelf',
				'    def bake(self, pots):\n        self.wait()\n        ...\n        return self.shelf',
			),
			'        # The fire',
			'        self.wait()\n        # The fire',
		));

	it('keeps its indentation where only the first line has lost it', () =>
		applies(
			edit(
				'while pots:\n            pot = pots.pop()',
				'# Until none is left,\n        # as one may be added.\n        while pots:\n            pot = pots.pop()',
			),
			'        while pots:\n',
			'        # Until none is left,\n        # as one may be added.\n        while pots:\n',
		));

	it('goes behind documentation that is left out, also where the head changes', () =>
		applies(
			edit(
				'    def bake(self, pots):\n        ...\n        return self.shelf',
				'    def bake(self, pots, at=0):\n        self.wait(at)\n        ...\n        return self.shelf',
			),
			/ {4}def bake[^#]*/.exec(kiln)?.[0] ?? '',
			(/ {4}def bake[^#]*/.exec(kiln)?.[0] ?? '')
				.replace('pots)', 'pots, at=0)')
				.replace(/ {8}$/, '        self.wait(at)\n        '),
		));

	it('has the indentation of its siblings, not of their arguments', async () => {
		const before = kiln.replace('def add(self, pot):', 'def add(self,\n            pot):');
		const answer = edit('', 'class Shelf:\n    def clear(self):\n        self.boards = []');
		const texts = await lander.applied({ 'kiln.py': before }, answer);
		assert.equal(texts['kiln.py'], `${before}\n    def clear(self):\n        self.boards = []\n`);
	});

	it('may be a function behind one of which the first line has lost its indentation', () =>
		applies(
			edit(
				'self.turn(\n            angle=90,\n            force=2,\n            **self.options,\n        )',
				'self.turn(\n            angle=45,\n            force=2,\n            **self.options,\n        )\n\n\ndef half():\n    return 45',
			),
			'            angle=90,\n            force=2,\n            **self.options,\n        )\n',
			'            angle=45,\n            force=2,\n            **self.options,\n        )\n\n\ndef half():\n    return 45\n',
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

	it('may change several functions at once, near each other or far apart', async () => {
		const filler = Array.from({ length: 200 }, (_, at) => `def fill${at}():\n    return ${at}\n\n\n`).join('');
		const [turn, add] = [
			'    def shut(self):\n        self.turn(',
			'    def add(self, pot):\n        self.boards.append(pot)',
		];
		const rest = '            angle=90,\n            force=2,\n            **self.options,\n        )';
		const answer = edit(
			`${turn}\n${rest}\n\n${add}`,
			`${turn}\n${rest.replace('90', '45')}\n\n${add.replace('append(', 'insert(0, ')}`,
		);
		for (const before of [kiln, kiln.replace('class Shelf', `${filler}class Shelf`)]) {
			const after = before.replace('angle=90', 'angle=45').replace('append(', 'insert(0, ');
			assert.equal((await lander.applied({ 'kiln.py': before }, answer))['kiln.py'], after);
		}
	});
});
