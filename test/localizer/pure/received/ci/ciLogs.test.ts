import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { resolveLanguages } from '../../../../../src/code/pure/languages/resolveLanguages';
import { makeBrief } from '../../../../../src/localizer/pure/brief/makeBrief';
import { isCiLog, readCiLog } from '../../../../../src/localizer/pure/received/ci/readCiLog';
import { issueFromText } from '../../../../../src/runs/pure/model/issueFromText';
import { languageFiles } from '../../../../support/grammars';
import { repoRoot } from '../../../../support/repoRoot';

interface Expected {
	readonly step?: string;
	readonly tests: readonly string[];
	readonly frames: readonly string[];
	readonly error: string;
}

const folder = join(repoRoot, 'test/localizer/pure/received/ci');
const { tuned, heldBack } = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Record<
	'tuned' | 'heldBack',
	Readonly<Record<string, Expected>>
>;
const languages = resolveLanguages(languageFiles());

describe('the log of a CI job', () => {
	it('is found by its failing step, without installation and passing tests', () => {
		const step = (name: string, ...lines: readonly string[]) => [
			`##[group]Run ${name}`,
			'shell: bash',
			'##[endgroup]',
			...lines,
		];
		const lines = [
			...step('npm ci', 'npm warn error-ex: this reports an error', ...numbered('added package', 300)),
			...step(
				'npm test',
				...numbered('PASS suite', 300),
				'  ● cart › adds up',
				"    TypeError: Cannot read properties of undefined (reading 'amount')",
				'      at priceOf (lib/cart.js:2:21)',
				'Test Suites: 1 failed, 300 passed, 301 total',
				'##[error]Process completed with exit code 1.',
			),
			...step('upload', 'Error: no file is found', 'Post job cleanup.'),
		];
		const log = lines.map((line, at) => `2026-03-04T05:${10 + (at % 50)}:11.1234567Z ${line}`).join('\n');
		assert.ok(isCiLog(log));
		const { step: name, tests, text, nLines, nKept } = readCiLog(log, languages);
		assert.deepEqual([name, tests], ['npm test', ['cart › adds up']]);
		assert.ok(!/npm warn|added package|PASS suite|no file/.test(text) && nKept < 20 && nLines > 600, text);
		assert.match(text, new RegExp(`<!-- ${nLines - nKept} of ${nLines} lines of the log are left out. -->`));
	});

	it('is the whole output where no server marks its steps, and its end where nothing tells about a failure', () => {
		const failure = readCiLog([...numbered('line', 500), 'the end'].join('\n'), languages);
		assert.deepEqual([failure.step, failure.tests], [undefined, []]);
		assert.ok(failure.text.includes('the end') && failure.nKept <= 120);
	});

	it('takes the step that the server names where several report errors', () => {
		const lines = [
			'##[group]Run lint',
			'##[endgroup]',
			'##[error]a.js:1 is long',
			'##[group]Run npm test',
			'##[endgroup]',
			'Error: no',
		];
		const read = (...failedSteps: readonly string[]) => readCiLog(lines.join('\n'), languages, { failedSteps }).step;
		assert.deepEqual([read(), read('Run npm test')], ['lint', 'npm test']);
	});

	for (const [name, expected] of Object.entries({ ...tuned, ...heldBack })) {
		it(`gives failing tests, frames and error: ${name}`, () => {
			const failure = readCiLog(readFileSync(join(folder, 'logs', `${name}.txt`), 'utf8'), languages);
			const issue = issueFromText(failure.text, { kind: 'command' });
			assert.ok(issue);
			const { tracebacks, title } = makeBrief(issue, languages);
			const frames = tracebacks.flatMap(trace => trace.frames.map(({ file, line }) => `${file}:${line}`));
			const errors = [title, ...tracebacks.map(({ error = '' }) => error)];
			assert.ok(failure.step?.includes(expected.step ?? '') ?? expected.step === undefined, failure.step);
			assert.deepEqual(missing(expected.tests, failure.tests), [], `tests: ${failure.tests.join(' | ')}`);
			assert.deepEqual(
				failure.tests.filter(test => !expected.tests.some(each => test.includes(each))),
				[],
			);
			assert.deepEqual(missing(expected.frames, frames), [], `frames: ${frames.join(' ')}\n${failure.text}`);
			assert.deepEqual(missing([expected.error], errors), [], `errors: ${errors.join(' | ')}\n${failure.text}`);
		});
	}
});

function missing(wanted: readonly string[], found: readonly string[]): string[] {
	return wanted.filter(each => !found.some(text => text.includes(each)));
}

function numbered(text: string, n: number): string[] {
	return Array.from({ length: n }, (_, at) => `${text} ${at}`);
}
