import assert from 'node:assert/strict';
import { Lander, triple } from './applyOn';

const lander = new Lander();

const till = [
	'class Till:',
	'    """Adds up what is sold."""',
	'',
	'    def __init__(self, start):',
	'        self.sum = start',
	'',
	'    def add(self, price):',
	'        if price < 0:',
	'            raise ValueError(price)',
	'        self.sum += price',
	'        return self.sum',
	'',
].join('\n');
const wanted = till.replace('self.sum += price', 'self.sum = self.sum + price');

async function applies(original: string, patched: string, { before = till, after = wanted, file = 'till.py' } = {}) {
	const texts = await lander.applied({ [file]: before }, triple(file, original, patched));
	assert.equal(texts[file], after);
}

describe('the place of an edit', () => {
	it('is where its lines are, exactly', () =>
		applies(
			'        self.sum += price\n        return self.sum',
			'        self.sum = self.sum + price\n        return self.sum',
		));

	it('is found where all lines, or the first alone, have lost their indentation, or have too much', async () => {
		await applies('self.sum += price\nreturn self.sum', 'self.sum = self.sum + price\nreturn self.sum');
		await applies('self.sum += price\n        return self.sum', 'self.sum = self.sum + price\n        return self.sum');
		const deep = ' '.repeat(12);
		await applies(
			`${deep}self.sum += price\n${deep}return self.sum`,
			`${deep}self.sum = self.sum + price\n${deep}return self.sum`,
		);
	});

	it('gives new lines the indentation of the file, and leaves blank ones empty', () =>
		applies('self.sum += price', 'if price:\n    self.sum += price\n\nself.log()', {
			after: till.replace(
				'        self.sum += price\n',
				'        if price:\n            self.sum += price\n\n        self.log()\n',
			),
		}));

	it('keeps tabs of the file where the original has blanks, and blanks where it has tabs', async () => {
		const tabs = till.replaceAll('    ', '\t');
		await applies(
			'    def add(self, price):\n        if price < 0:',
			'    def add(self, price):\n        self.check()\n        if price < 0:',
			{
				before: tabs,
				after: tabs.replace('\t\tif price', '\t\tself.check()\n\t\tif price'),
			},
		);
		await applies(
			'\tdef add(self, price):\n\t\tif price < 0:',
			'\tdef add(self, price):\n\t\tself.check()\n\t\tif price < 0:',
			{
				after: till.replace('        if price', '        self.check()\n        if price'),
			},
		);
	});

	it('is found in spite of blanks at line ends, which stay', () => {
		const before = till
			.replace('self.sum += price\n', 'self.sum += price  \n')
			.replace('return self.sum', 'return self.sum\t');
		return applies(
			'                self.sum += price\n                return self.sum',
			'                return self.sum',
			{
				before,
				after: before.replace('        self.sum += price  \n', ''),
			},
		);
	});

	it('is found in a file with CRLF, of which only the edited lines change', () => {
		const before = till.replaceAll('\n', '\r\n');
		return applies('        self.sum += price', '        self.sum = self.sum + price', {
			before,
			after: wanted.replaceAll('\n', '\r\n'),
		});
	});

	it('is where code is removed without leaving a line behind', () =>
		applies('        self.sum += price', '', { after: till.replace('        self.sum += price\n', '') }));

	it('is found in files of any kind', async () => {
		const before = '# Title\n\n- one\n- two\n';
		await applies('- two', '- three', { file: 'notes.md', before, after: before.replace('two', 'three') });
		await applies('  port: 1', '  port: 2', {
			file: 'a.yaml',
			before: 'web:\n  port: 1\n',
			after: 'web:\n  port: 2\n',
		});
		await applies('x = 1', 'x = 2', { file: 'Makefile.in', before: 'x = 1\n', after: 'x = 2\n' });
	});

	it('is found in a file that has a syntax error already', () =>
		applies('self.sum += price', 'self.sum = self.sum + price', {
			before: `${till}\ndef broken(:\n    pass\n`,
			after: `${wanted}\ndef broken(:\n    pass\n`,
		}));

	it('is found where the original has more or fewer blank lines', async () => {
		await applies(
			'        self.sum += price\n\n        return self.sum',
			'        self.sum = self.sum + price\n\n        return self.sum',
		);
		await applies(
			'        self.sum = start\n    def add(self, price):',
			'        self.sum = start + 0\n    def add(self, price):',
			{
				after: till.replace('= start', '= start + 0'),
			},
		);
	});

	it('is found where lines are left out with an ellipsis, and these stay', async () => {
		await applies(
			'    def add(self, price):\n        ...\n        return self.sum',
			'    def add(self, price):\n        ...\n        self.log()\n        return self.sum',
			{
				after: till.replace('        return', '        self.log()\n        return'),
			},
		);
		await applies(
			'class Till:\n    # ... existing code ...\n    def add(self, price):',
			'class Till:\n    # ... existing code ...\n    def add(self, price, tip=0):',
			{
				after: till.replace('price):', 'price, tip=0):'),
			},
		);
	});

	it('is found at the end of a class of which the rest is left out', () =>
		applies('class Till:\n    ...', 'class Till:\n    ...\n\n    def clear(self):\n        self.sum = 0', {
			after: `${till}\n    def clear(self):\n        self.sum = 0\n`,
		}));

	it('is found where most of the original is, and what it misremembers stays', () => {
		const original =
			'    def add(self, price):\n        if price < 0:\n            raise ValueError(the_price)\n        self.sum += price\n        return self.sum';
		return applies(original, original.replace('self.sum += price', 'self.sum = self.sum + price'));
	});

	it('is the function of that name where its body is remembered badly, but enough of it', () => {
		const original =
			'    def add(self, price):\n        self.sum = self.sum + price\n        if price < 0:\n            raise ValueError("price", price)\n        return self.sum';
		const patched =
			'    def add(self, price):\n        if price <= 0:\n            raise ValueError(price)\n        self.sum += price\n        return self.sum';
		return applies(original, patched, { after: till.replace('< 0', '<= 0') });
	});

	it('is the class that is spoken of for a method without an original', async () => {
		const before = `${till}\n\nclass Drawer:\n    def open(self):\n        pass\n`;
		const answer = `This adds a method to the \`Drawer\` class.\n${triple('till.py', '', '    def close(self):\n        pass')}`;
		const texts = await lander.applied({ 'till.py': before }, answer);
		assert.equal(texts['till.py'], `${before}\n    def close(self):\n        pass\n`);
	});

	it('is the end of the file for a function without an original', () =>
		applies('# There is no such function yet.', 'def free():\n    return 0', {
			after: `${till}\n\ndef free():\n    return 0\n`.replace('\n\n\n', '\n\n'),
		}));
});
