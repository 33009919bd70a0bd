import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import type { Traceback } from '../../../../src/runs/pure/model/brief';
import { issueFromText } from '../../../../src/runs/pure/model/issueFromText';
import { installedGrammars } from '../../../support/grammars';
import { repoRoot } from '../../../support/repoRoot';

interface ExpectedCrashes {
	readonly title: string;
	/** `kind, access bytes`, in the order of the text. */
	readonly crashes: readonly string[];
	/** `report role: frames`, innermost first; `>>>` the blamed frame, `>>` the next one, `~` a helper, `[inline]`. */
	readonly stacks: readonly string[];
	readonly prose: string;
}

const folder = join(repoRoot, 'test/localizer/pure/brief/crashes');
const expectedFile = join(folder, 'expected.json');

/** Reports, `<name>.txt`; with UPDATE_CRASHES=1 what is read from them is written: look at the difference. */
describe('a crash report', () => {
	const { languages } = installedGrammars();
	const names = readdirSync(folder)
		.filter(name => name.endsWith('.txt'))
		.map(name => name.slice(0, -'.txt'.length));
	const expected = JSON.parse(readFileSync(expectedFile, 'utf8')) as Readonly<Record<string, ExpectedCrashes>>;
	const briefOf = (text: string) => {
		const issue = issueFromText(text, { kind: 'file' }) ?? assert.fail('no issue');
		return makeBrief(issue, languages);
	};
	const textOf = (name: string) => readFileSync(join(folder, `${name}.txt`), 'utf8');
	const read = (text: string): ExpectedCrashes => {
		const { title, crashes = [], tracebacks, prose } = briefOf(text);
		return {
			title,
			crashes: crashes.map(({ kind, access }) => `${kind}${access ? `, ${access.type} ${access.bytes ?? '?'}` : ''}`),
			stacks: tracebacks.map(stackText),
			prose: prose.trim(),
		};
	};

	after(() => {
		if (process.env.UPDATE_CRASHES === '1') {
			const all = Object.fromEntries(names.map(name => [name, read(textOf(name))]));
			writeFileSync(expectedFile, `${JSON.stringify(all, undefined, '\t')}\n`);
		}
	});

	for (const name of names) {
		it(`is read: ${name}`, () => {
			assert.deepEqual(read(textOf(name)), expected[name]);
		});

		it(`is read with the lines of another system: ${name}`, () => {
			assert.deepEqual(read(textOf(name).replaceAll('\n', '\r\n')).stacks, expected[name]?.stacks);
		});
	}

	it('leads, where a later one is what it caused', () => {
		const { crashes = [], tracebacks } = briefOf(`${textOf('kasan-x86')}${textOf('general-protection')}`);
		assert.deepEqual(
			crashes.map(({ kind }) => kind),
			['KASAN: slab-use-after-free', 'general protection fault'],
		);
		assert.deepEqual(
			tracebacks.map(({ crash }) => crash),
			[0, 0, 0, 0, 0, 1],
		);
	});

	it('is found in the middle of a log of megabytes', () => {
		const noise = '[    1.000001] shopfs: mounted volume 12 with 3 receipts\n'.repeat(40_000);
		const { title, tracebacks, prose } = briefOf(noise + textOf('kasan-x86') + noise);
		assert.match(title, /^BUG: KASAN: slab-use-after-free/);
		assert.equal(tracebacks[0]?.frames.find(({ blame }) => blame === 1)?.function, 'cart_first');
		assert.equal(prose, '');
	});

	it('is no line that only looks like one', () => {
		const python = 'Traceback (most recent call last):\n  File "shop.py", line 2, in total\nValueError: no price';
		for (const line of ['BUG: total is wrong for an empty basket', 'WARNING: the price is rounded twice']) {
			const { crashes, title, tracebacks, isOutput } = briefOf(`${line}\n\nIt should be zero.\n\n${python}`);
			assert.deepEqual([crashes, title, isOutput], [undefined, line, undefined]);
			assert.deepEqual(
				tracebacks.map(({ role, error }) => [role, error]),
				[[undefined, 'ValueError: no price']],
			);
		}
	});

	it('leaves what somebody writes between its parts', () => {
		const [failure = '', ...rest] = textOf('kfence').split('allocated by task');
		const words = 'I have read the function that allocates it.\n'.repeat(10);
		const { prose, tracebacks } = briefOf(`${failure}\n${words}\nallocated by task${rest.join('')}`);
		assert.equal(prose.trim(), words.trim());
		assert.deepEqual(
			tracebacks.map(({ role }) => role),
			['access', 'alloc', 'free'],
		);
	});

	it('is quoted in the words of a user, who titles it', () => {
		const { title, tracebacks } = briefOf(`The till reboots when it prints\n\n${textOf('decoded')}`);
		assert.equal(title, 'The till reboots when it prints');
		assert.equal(tracebacks[0]?.role, 'access');
	});
});

function stackText({ crash, role, frames }: Traceback): string {
	const texts = frames.toReversed().map(({ file, line, function: name = '', ...frame }) => {
		const mark = `${'>'.repeat(frame.blame === undefined ? 0 : 4 - frame.blame)}${frame.isHelper ? '~' : ''}`;
		const place = file === '' ? '' : ` ${file}:${line}`;
		const module = frame.module === undefined ? '' : ` [${frame.module}]`;
		return `${mark}${name}${place}${module}${frame.isInline ? ' [inline]' : ''}`;
	});
	return `${crash} ${role}: ${texts.join(', ')}`;
}
