import assert from 'node:assert/strict';
import { locationsOf, problemsOf, resolveProject } from './resolveProject';

const engine = 'class Engine:\n    def start(self):\n        return 1\n';
/** `engine` in as many folders. */
const engines = (n: number) =>
	Object.fromEntries(Array.from({ length: n }, (_, at) => [`lib${at + 1}/engine.py`, engine]));

describe('a name that fits several places', () => {
	const three = [
		'lib1/engine.py:2-3 Engine start',
		'lib2/engine.py:2-3 Engine start',
		'lib3/engine.py:2-3 Engine start',
	];

	it('is all of them, up to three, each marked as one of so many', async () => {
		const resolved = await (await resolveProject(engines(3))).resolve([{ class: 'Engine', method: 'start' }]);
		assert.deepEqual(locationsOf(resolved), three);
		for (const { evidence } of resolved.locations) {
			assert.equal(evidence[0]?.text, 'Named by the model as Engine.start. One of 3 places that fit.');
		}
		assert.deepEqual(resolved.notes, [
			'3 places fit equally well: lib1/engine.py:2-3, lib2/engine.py:2-3 and lib3/engine.py:2-3.',
		]);
	});

	it('is all classes of that name, up to three', async () => {
		const resolved = await (await resolveProject(engines(3))).resolve([{ class: 'Engine' }]);
		assert.deepEqual(
			locationsOf(resolved),
			[1, 2, 3].map(n => `lib${n}/engine.py:1-3 Engine`),
		);
	});

	it('is a problem above three, which lists them and asks for the file', async () => {
		const resolved = await (await resolveProject(engines(5))).resolve([{ class: 'Engine', method: 'start' }]);
		assert.deepEqual(locationsOf(resolved), []);
		assert.match(
			problemsOf(resolved).join('\n'),
			/^5 places fit equally well: Engine\.start \(lib1\/engine\.py:2-3\), .* and Engine\.start \(lib5\/engine\.py:2-3\)\. Name its file\.$/,
		);
	});

	it('is a problem that asks for the class where all are in one file', async () => {
		const text = ['A', 'B', 'C', 'D'].map(name => `class ${name}:\n    def run(self):\n        return 1\n`).join('\n');
		const resolved = await (await resolveProject({ 'a.py': text })).resolve([{ file: 'a.py', method: 'run' }]);
		assert.match(problemsOf(resolved).join('\n'), /^4 places fit equally well: A\.run .*\. Name its class\.$/);
	});

	it('is the one in the file named', async () => {
		const resolved = await (await resolveProject(engines(5))).resolve([
			{ method: 'Engine.start', file: 'lib4/engine.py' },
		]);
		assert.deepEqual(locationsOf(resolved), ['lib4/engine.py:2-3 Engine start']);
		assert.deepEqual(resolved.notes, []);
	});

	it('is the one in the file named also where the class named is another, elsewhere', async () => {
		const resolved = await (
			await resolveProject({ ...engines(1), 'a.py': 'class Engine:\n    size = 1\n\n\ndef start():\n    return 2\n' })
		).resolve([{ file: 'a.py', class: 'Engine', method: 'start' }]);
		assert.deepEqual(locationsOf(resolved), ['a.py:5-6 start']);
	});

	it('is the class in the file named that is to get the method, not one elsewhere that has it', async () => {
		const resolved = await (await resolveProject({ ...engines(1), 'a.py': 'class Engine:\n    size = 1\n' })).resolve([
			{ file: 'a.py', class: 'Engine', method: 'start' },
		]);
		assert.deepEqual(locationsOf(resolved), ['a.py:1-2 Engine']);
		assert.match(resolved.notes.join('\n'), /new method of Engine\. Others of that name: Engine\.start \(lib1/);
	});

	it('is the code rather than its double in a test, which a note names', async () => {
		const resolved = await (await resolveProject({ ...engines(1), 'tests/doubles.py': engine })).resolve([
			{ class: 'Engine', method: 'start' },
		]);
		assert.deepEqual(locationsOf(resolved), ['lib1/engine.py:2-3 Engine start']);
		assert.deepEqual(resolved.notes, ['In test code as well: tests/doubles.py:2.']);
	});

	it('is the test where its file is named', async () => {
		const resolved = await (await resolveProject({ ...engines(1), 'tests/doubles.py': engine })).resolve([
			{ class: 'Engine', method: 'start', file: 'tests/doubles.py' },
		]);
		assert.deepEqual(locationsOf(resolved), ['tests/doubles.py:2-3 Engine start']);
	});
});

describe('a file name that fits several files', () => {
	it('is all of them, up to three', async () => {
		const resolved = await (await resolveProject(engines(2))).resolve([{ file: 'engine.py' }]);
		assert.deepEqual(locationsOf(resolved), ['lib1/engine.py:1-3', 'lib2/engine.py:1-3']);
		assert.match(resolved.notes.join('\n'), /"engine\.py" matches 2 files/);
	});

	it('is a problem above three', async () => {
		const resolved = await (await resolveProject(engines(4))).resolve([{ file: 'engine.py' }]);
		assert.match(
			problemsOf(resolved).join('\n'),
			/^"engine\.py" matches 4 files: lib1\/engine\.py, .*\. Name one of them\.$/,
		);
	});

	it('does not matter where the class is in one of them only', async () => {
		const { resolve } = await resolveProject({ ...engines(4), 'z/engine.py': 'class Motor:\n    pass\n' });
		const resolved = await resolve([{ file: 'engine.py', class: 'Motor' }]);
		assert.deepEqual(locationsOf(resolved), ['z/engine.py:1-2 Motor']);
	});
});
