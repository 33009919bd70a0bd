import assert from 'node:assert/strict';
import { Lander, triple } from './applyOn';

const lander = new Lander();

const desk = [
	'class Desk:',
	'    def lift(self):',
	'        self.move(1)',
	'        return self.height',
	'',
	'    def drop(self):',
	'        self.move(-1)',
	'        return self.height',
	'',
].join('\n');
const texts = { 'desk.py': desk };

describe('an edit that does not match', () => {
	it('refuses the whole answer: nothing is applied in part', async () => {
		const answer =
			triple('desk.py', 'self.move(1)', 'self.move(2)') + triple('desk.py', 'self.turn(1)\nself.turn(2)', 'pass');
		const applied = await lander.apply(texts, answer);
		assert.deepEqual(
			[applied.status, applied.edits.map(({ status }) => status), applied.diff, applied.changes],
			['refused', ['matches', 'refused'], '', []],
		);
	});

	it('is reported with the code that is nearest to it', async () => {
		const { reason, why } = await lander.refused(texts, triple('desk.py', 'self.move(5)\nself.sound()', 'pass'));
		assert.equal(reason, 'notFound');
		assert.match(why, /was not found in `desk\.py`[\s\S]*\n {8}self\.move\(1\)\n/);
	});

	it('is asked back with the candidates where it matches several places', async () => {
		const applied = await lander.apply(texts, triple('desk.py', '        return self.height', '        return None'));
		const [edit] = applied.edits;
		assert.deepEqual([edit?.status, edit?.reason], ['refused', 'ambiguous']);
		assert.deepEqual(edit?.candidates, [
			{ file: 'desk.py', startLine: 4, endLine: 4 },
			{ file: 'desk.py', startLine: 8, endLine: 8 },
		]);
		assert.match(edit?.why ?? '', /occurs 2 times[\s\S]*self\.move\(1\)[\s\S]*self\.move\(-1\)/);
	});

	it('is decided by a location the model was given, by the function it mentions, or by the line of a diff', async () => {
		const after = desk.replace(/return self\.height\n$/, 'return None\n');
		const answer = triple('desk.py', '        return self.height', '        return None');
		const places = [{ file: 'desk.py', startLine: 6, endLine: 8 }];
		assert.equal((await lander.applied(texts, answer, { places }))['desk.py'], after);
		assert.equal((await lander.applied(texts, `The method \`drop\` is wrong.\n${answer}`))['desk.py'], after);
		const diff = '--- a/desk.py\n+++ b/desk.py\n@@ -8,1 +8,1 @@\n-        return self.height\n+        return None\n';
		assert.equal((await lander.applied(texts, diff))['desk.py'], after);
	});

	it('may not bring a syntax error', async () => {
		const { reason, why } = await lander.refused(
			texts,
			triple('desk.py', '        self.move(1)', '        self.move(1'),
		);
		assert.equal(reason, 'syntax');
		assert.match(why, /can no longer be parsed[\s\S]*self\.move\(1\n/);
	});

	it('may break the syntax for a while, if another edit of the answer mends it', async () => {
		const answer =
			triple('desk.py', '        self.move(1)', '        self.move(\n            1,') +
			triple('desk.py', '            1,', '            1,\n        )');
		assert.equal(
			(await lander.applied(texts, answer))['desk.py'],
			desk.replace('move(1)', 'move(\n            1,\n        )'),
		);
	});

	it('may not take lines away that it does not show', async () => {
		const { reason, why } = await lander.refused(
			texts,
			triple('desk.py', 'class Desk:\n    ...\n    def drop(self):', 'class Table:\n    def drop(self):'),
		);
		assert.equal(reason, 'hidden');
		assert.match(why, /These would be lost:[\s\S]*def lift/);
	});

	it('may not change a line that does not exist, though it begins like a comment', async () => {
		const body = 'int area(int side) {\n    int result = side * side;\n    return result;\n}\n';
		const answer = triple('area.c', `#define LIMIT 11\n${body}`, `#define LIMIT 12\n${body}`);
		assert.equal((await lander.refused({ 'area.c': `#include "sides.h"\n${body}` }, answer)).reason, 'absent');
	});

	it('may not replace a function of which it does not show every line', async () => {
		const steps = Array.from({ length: 20 }, (_, at) => `        self.step${at}()\n`).join('');
		const long = `class A:\n    def run(self):\n${steps}`;
		const unseen = triple('a.py', '# the code that runs', '    def run(self):\n        return 1');
		assert.equal((await lander.refused({ 'a.py': long }, unseen)).reason, 'hidden');
		const badly =
			'    def run(self):\n        self.step2()\n        self.step1()\n        self.begin()\n        self.step0()\n';
		const { reason, why } = await lander.refused(
			{ 'a.py': long },
			triple('a.py', badly, badly.replace('step1()', 'one()')),
		);
		assert.equal(reason, 'hidden');
		assert.match(why, /self\.step7\(\)/);
	});

	it('may not add beside left-out lines what these contain already', async () => {
		const answer = triple(
			'desk.py',
			'    def lift(self):\n        ...\n        return self.height',
			'    def lift(self):\n        ...\n        self.move(1)\n        return self.height',
		);
		assert.equal((await lander.refused(texts, answer)).reason, 'hidden');
	});

	it('may not replace a comment that is not in the file, as it stands for code that is', async () => {
		const answer = triple(
			'desk.py',
			'class Desk:\n    def lift(self):\n        # the code that lifts',
			'class Desk:\n    def lift(self):\n        self.check()\n        return 1',
		);
		assert.equal((await lander.refused(texts, answer)).reason, 'absent');
	});

	it('may not take the rest of a function into another one', async () => {
		const answer = triple(
			'desk.py',
			'class Desk:\n    def lift(self):',
			'class Desk:\n    def lift(self):\n        self.check()\n\n    def check(self):\n        return True',
		);
		const { reason, why } = await lander.refused(texts, answer);
		assert.equal(reason, 'misplaced');
		assert.match(why, /return True\n {8}self\.move\(1\)/);
		const split = triple(
			'desk.py',
			'    def lift(self):',
			'    def lift(self):\n        return self.raise_by(1)\n\n    def raise_by(self, n):',
		);
		assert.match((await lander.applied(texts, split))['desk.py'] ?? '', /raise_by\(self, n\):\n {8}self\.move/);
	});

	it('may not put a method outside of its class', async () => {
		const after = '        self.move(-1)\n        return self.height';
		const answer = triple('desk.py', after, `${after}\n\n\ndef turn(self):\n    return 1`);
		assert.equal((await lander.refused(texts, answer)).reason, 'misplaced');
	});

	it('may not bring what only a grammar accepts: a wrong indentation, a line that continues without a bracket', async () => {
		const loose = triple('desk.py', '        self.move(1)', '        self.move(1)\n          self.turn(1)');
		assert.equal((await lander.refused(texts, loose)).reason, 'syntax');
		const open = triple(
			'desk.py',
			'        self.move(1)',
			'        if self.a and\n           self.b:\n            self.move(1)',
		);
		assert.equal((await lander.refused(texts, open)).reason, 'syntax');
	});

	it('may not leave out what it is to put there', async () => {
		const { reason } = await lander.refused(
			texts,
			triple(
				'desk.py',
				'    def lift(self):\n        ...\n        return self.height',
				'    def lift(self):\n        ...\n        self.check()\n        ...\n        return self.height',
			),
		);
		assert.equal(reason, 'elided');
	});

	it('reports how to place what has no place', async () => {
		const { reason, why } = await lander.refused(texts, triple('desk.py', '', 'self.turn()'));
		assert.equal(reason, 'noAnchor');
		assert.match(why, /but not where/);
	});

	it('is not made where the answer ends in it, or its marks are mixed up', async () => {
		const whole = triple('desk.py', 'self.move(1)', 'self.move(2)');
		assert.equal((await lander.refused(texts, whole.slice(0, whole.indexOf('(2)')))).reason, 'cutOff');
		const mixed = whole.replace('self.move(2)', 'self.move("</patched>")');
		assert.equal((await lander.refused(texts, mixed)).reason, 'mixedUp');
		const begun = whole.replace('self.move(2)', '</patched>\n<file>');
		assert.equal((await lander.refused(texts, begun)).reason, 'mixedUp');
	});

	it('does not count if it requests what the file has', async () => {
		const same = triple('desk.py', 'self.move(1)', 'self.move(1)');
		assert.equal((await lander.apply(texts, same)).status, 'unchanged');
		const applied = await lander.apply(texts, same + triple('desk.py', 'self.move(1)', 'self.move(2)'));
		assert.deepEqual(
			[applied.status, applied.edits.map(({ status }) => status)],
			['applied', ['unchanged', 'applied']],
		);
	});

	it('is missing in an answer of prose', async () => {
		const applied = await lander.apply(
			texts,
			'The method `drop` should move the other way.\n```python\nself.move(2)\n```\n',
		);
		assert.deepEqual([applied.status, applied.edits], ['noEdits', []]);
		assert.match(applied.why ?? '', /No edit was found/);
	});
});
