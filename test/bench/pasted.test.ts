import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { baseTraces } from '../../bench/pasted/baseTraces';
import { heldOutWrappings } from '../../bench/pasted/heldOutWrappings';
import { foreignRoots, inFolder, inForeignFolder, installedRoots } from '../../bench/pasted/installedRoots';
import { measureLanguages } from '../../bench/pasted/measureRoots';
import { isSameTitle, readWrapped } from '../../bench/pasted/measureWrappings';
import { PastedReader } from '../../bench/pasted/readPasted';
import { wrapped } from '../../bench/pasted/wrapping';
import { wrappings } from '../../bench/pasted/wrappings';

describe('pasted stack traces', () => {
	const all = [...wrappings, ...heldOutWrappings];
	const traces = baseTraces();
	const traceOf = (name: string) => traces.find(trace => trace.name === name) ?? { name, text: '' };
	const wrappingOf = (name: string) => {
		const found = wrappings.find(wrapping => wrapping.name === name);
		assert.ok(found, name);
		return found;
	};
	let reader: PastedReader;

	before(async () => {
		reader = await PastedReader.open();
	});

	it('have at least two frames of the workspace and an error while they are bare', async () => {
		assert.ok(traces.length >= 15);
		for (const { name, text } of traces) {
			const { title, frames } = await reader.read(text);
			assert.ok(frames.length >= 2 && title !== '', name);
		}
	});

	it('are wrapped by functions with names of their own', () => {
		assert.equal(new Set(all.map(({ name }) => name)).size, all.length);
	});

	it('are wrapped by held-out functions as the hash of their names decides', () => {
		const isHeldOut = (name: string) => (createHash('sha256').update(name).digest()[0] ?? 0) % 3 === 0;
		assert.equal(wrappings.filter(({ name }) => isHeldOut(name)).length, 0);
		assert.equal(heldOutWrappings.filter(({ name }) => !isHeldOut(name)).length, 0);
	});

	it('are wrapped in the same way by the same seed', () => {
		const texts = (seed: number) =>
			all.flatMap(wrapping => traces.map(({ text }) => wrapped(wrapping, text, seed))).join('\n');
		assert.equal(texts(1), texts(1));
		assert.notEqual(texts(1), texts(2));
	});

	it('keep the names of the files', async () => {
		for (const { text } of traces) {
			const names = (await reader.read(text)).frames.map(frame => /[\w.]+(?=:)/.exec(frame)?.[0] ?? '');
			const wrong = all
				.filter(({ kept, splitsNames }) => kept === undefined && splitsNames === undefined)
				.filter(wrapping => names.some(name => !wrapped(wrapping, text, 3).includes(name)));
			assert.equal(wrong.length, 0, names.join());
		}
	});

	it('are changed by each wrapping', () => {
		for (const wrapping of all) {
			assert.ok(
				traces.some(({ text }) => wrapped(wrapping, text, 4) !== text),
				'a wrapping that changes nothing',
			);
		}
	});

	it('begin each line with the columns of a log', () => {
		const { text } = traceOf('java');
		const lines = wrapped(wrappingOf('syslog-rfc5424'), text, 5).split('\n');
		assert.equal(lines.length, text.split('\n').length);
		for (const line of lines) {
			assert.match(line, /^<11>1 2026-03-02T[\d:.]{15}Z till-01 [\w-]+ \d+ - - /);
		}
	});

	it('count if they are read like the bare one', async () => {
		const trace = traceOf('v8');
		const fenced = await readWrapped(reader, { wrapping: wrappingOf('markdown-fence'), trace, seed: 1 });
		assert.deepEqual([fenced.hasFrames, fenced.hasTitle], [true, true]);
		const emptied = { name: 'emptied', kind: 'loss', wrap: () => 'nothing' } as const;
		const lost = await readWrapped(reader, { wrapping: emptied, trace, seed: 1 });
		assert.deepEqual([lost.hasFrames, lost.hasTitle], [false, false]);
		const kept = await readWrapped(reader, { wrapping: { ...emptied, kept: () => '' }, trace, seed: 1 });
		assert.deepEqual([kept.hasFrames, kept.hasTitle], [undefined, undefined]);
	});

	it('have the same title with other quotes and blanks', () => {
		assert.ok(isSameTitle('KeyError:  ‘pear’ ', "KeyError: 'pear'"));
		assert.ok(!isSameTitle('ERROR KeyError', 'KeyError'));
	});

	it('name the files of other folders', () => {
		assert.match(inFolder(traceOf('v8'), 'C:\\till'), /\(C:\\till\\lib\\basket\.js:9:21\)/);
		for (const [roots, change] of [
			[installedRoots, inFolder],
			[foreignRoots, inForeignFolder],
		] as const) {
			for (const { name, folder, traces: names } of roots) {
				for (const trace of names.map(traceOf)) {
					assert.notEqual(change(trace, folder), trace.text, `${name} ${trace.name}`);
					assert.doesNotMatch(change(trace, folder), /\/home\/dev\/till\/|localhost:8080\/lib/, name);
				}
			}
		}
	});

	it('have the frames of the base traces in other languages', async () => {
		const found = await measureLanguages(reader, traces);
		assert.equal(new Set(found.map(({ name }) => name)).size, found.length);
		assert.ok(found.some(({ isRight, hasTitle }) => isRight && hasTitle === true));
	});
});
