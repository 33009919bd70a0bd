import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { issueTitle } from '../../../../src/localizer/pure/brief/readOutput';
import { issueFromText } from '../../../../src/runs/pure/model/issueFromText';
import { installedGrammars } from '../../../support/grammars';
import { repoRoot } from '../../../support/repoRoot';

interface ExpectedOutput {
	/** The address it is quoted from; absent if the program was run. */
	readonly source?: string;
	readonly title: string;
	/** The error of each trace, with its frames: `function file:line`, outermost first. */
	readonly traces: readonly { readonly error?: string; readonly frames: readonly string[] }[];
	/** What is left as prose. */
	readonly prose: readonly string[];
}

const folder = join(repoRoot, 'test/localizer/pure/brief/outputs');
const expectedFile = join(folder, 'expected.json');

/** Recorded outputs, `<name>.txt`; with UPDATE_OUTPUTS=1 what is read from them is written: look at the difference. */
describe('the output of a program', () => {
	const { languages } = installedGrammars();
	const names = readdirSync(folder)
		.filter(name => name.endsWith('.txt'))
		.map(name => name.slice(0, -'.txt'.length));
	const expected = JSON.parse(readFileSync(expectedFile, 'utf8')) as Readonly<Record<string, ExpectedOutput>>;

	const read = (name: string): ExpectedOutput => {
		const text = readFileSync(join(folder, `${name}.txt`), 'utf8');
		const issue = issueFromText(text, { kind: 'clipboard' }) ?? assert.fail(`${name} is empty`);
		const brief = makeBrief(issue, languages);
		const { source } = expected[name] ?? {};
		return {
			...(source !== undefined && { source }),
			title: brief.title,
			traces: brief.tracebacks.map(({ error, frames }) => ({
				...(error !== undefined && { error }),
				frames: frames.map(({ file, line, function: method = '' }) => `${method} ${file}:${line ?? ''}`.trim()),
			})),
			prose: brief.prose.split('\n').filter(line => line.trim() !== ''),
		};
	};

	after(() => {
		if (process.env.UPDATE_OUTPUTS === '1') {
			const all = Object.fromEntries(names.map(name => [name, read(name)]));
			writeFileSync(expectedFile, `${JSON.stringify(all, undefined, '\t')}\n`);
		}
	});

	for (const name of names) {
		it(`is read: ${name}`, () => {
			assert.deepEqual(read(name), expected[name]);
		});

		it(`is titled by its error, which expects nothing: ${name}`, () => {
			const text = readFileSync(join(folder, `${name}.txt`), 'utf8');
			const issue = issueFromText(text, { kind: 'clipboard' }) ?? assert.fail(`${name} is empty`);
			const title = issueTitle(issue, languages);
			const brief = makeBrief({ ...issue, title }, languages);
			assert.doesNotMatch(title, /^(?:Traceback|TAP version|\S+:\d+$|[.FE]+$)/);
			assert.equal(brief.title, makeBrief(issue, languages).title, 'the same where it was chosen before');
			assert.deepEqual([brief.expectations, brief.isOutput], [[], true]);
		});
	}
});
