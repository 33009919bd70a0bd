import assert from 'node:assert/strict';
import { globSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DiskFiles } from '../../src/code/node/listing/diskFiles';
import { ScratchCheckouts } from '../../src/sandbox/node/checkout/scratchCheckouts';
import { ProcessRunner } from '../../src/sandbox/node/confinement/processRunner';
import type { TracedCall } from '../../src/testing/pure/callTrace/callTrace';
import { callText } from '../../src/testing/pure/callTrace/callTrace';
import type { Divergence } from '../../src/testing/pure/callTrace/divergence';
import type { TraceReport } from '../../src/testing/pure/callTrace/traceReport';
import { traceTest } from '../../src/testing/pure/callTrace/traceTests';
import { traceText } from '../../src/testing/pure/callTrace/traceText';
import { projectFiles } from '../support/exampleProject';
import { installedGrammars } from '../support/grammars';
import { missingTool, type NeededTools, npmFolder } from '../support/installedTools';
import { RecordedLog } from '../support/recordedLog';
import { repoRoot } from '../support/repoRoot';
import { TestFolder } from '../support/testFolder';

/** `case*.json` of a folder in callRecorders/: a project with a failing test, and what its trace tells. */
interface RecorderCase extends NeededTools {
	readonly test: string;
	/** `FILE:LINE FUNCTION TYPE: TEXT`. */
	readonly raised: string;
	/** `FUNCTION:LINE`, where the next one was called or the failure raised. */
	readonly path: readonly string[];
	/** `NAME = VALUE (FILE:LINE)`. */
	readonly writes: readonly string[];
	/** '' if no call differs. */
	readonly divergence: string;
	/** In their order. */
	readonly calls: readonly string[];
	/** The most suspicious function. */
	readonly suspect: string;
	readonly function: { readonly name: string; readonly has: string };
}

const cases = globSync('test/languages/callRecorders/*/case*.json', { cwd: repoRoot }).sort();
const { languages } = installedGrammars();
const index = { file: (path: string) => ({ isTest: /^(?:test|tests|spec)\/|_test\.go$/.test(path) }) };

describe('The calls of a failing test', () => {
	const folder = new TestFolder();

	for (const file of cases) {
		const example = JSON.parse(readFileSync(join(repoRoot, file), 'utf8')) as RecorderCase;
		describe(`in callRecorders/${file.split('/').slice(3).join('/')}`, () => {
			let report: TraceReport;
			let texts: { readonly whole: string; readonly ofFunction: string };

			before(async function () {
				const missing = missingTool(example);
				if (missing !== undefined) {
					console.log(`      left out: ${missing} is not installed`);
					this.skip();
				}
			});

			beforeEach(async () => {
				const files = Object.entries(projectFiles(join(repoRoot, dirname(file))));
				folder.write(Object.fromEntries(files.map(([path, text]) => [`project/${path}`, text])));
				if (example.npm !== undefined) {
					symlinkSync(npmFolder(example.npm), folder.path('project', 'node_modules'));
				}
				const roots = [{ name: 'project', dir: folder.path('project') }];
				const options = {
					roots,
					storage: folder.path('storage'),
					log: new RecordedLog(),
					dependencies: 'linked',
				} as const;
				const workspace = { files: new DiskFiles(roots), parser: { languages } as never, index: index as never };
				const runner = new ProcessRunner({ graceMs: 100 });
				const execution = { checkouts: new ScratchCheckouts(options), runner, interpreters: new Map() };
				const { signal } = new AbortController();
				const traced = await traceTest(example.test, workspace, { ...execution, testTimeoutMs: 100_000 }, { signal });
				report = traced.report;
				texts = {
					whole: traceText(report, traced.textOf),
					ofFunction: traceText(report, traced.textOf, example.function.name),
				};
			});

			it('lead from the test to where its failure was raised, and to what made the values it reads', () => {
				const { path, raised, writes, divergence, trace, suspects } = report;
				const last = path.at(-1);
				assert.equal(`${last?.file}:${raised?.line} ${last?.name} ${raised?.type}: ${raised?.text}`, example.raised);
				assert.deepEqual(
					path.map((call, at) => `${call.name}:${path[at + 1]?.calledAt ?? call.raised?.line}`),
					example.path,
				);
				assert.deepEqual(
					writes.map(({ name = 'a result', value, call, line }) => `${name} = ${value} (${call.file}:${line})`),
					example.writes,
				);
				assert.equal(divergence === undefined ? '' : divergenceText(divergence), example.divergence);
				assert.deepEqual(trace.calls.map(endOf), example.calls);
				assert.equal(suspects[0]?.name, example.suspect);
				assert.ok(texts.whole.includes(example.raised.split(' ')[0] ?? ''));
				assert.ok(texts.ofFunction.includes(example.function.has));
			});
		});
	}
});

function divergenceText({ kind, call, test, other }: Divergence): string {
	return `${kind} ${callText(call)}, in ${test}: ${callText(other)}`;
}

function endOf({ name, end, raised }: TracedCall): string {
	return end?.result !== undefined ? `${name} -> ${end.result}` : `${name} raised ${raised?.type}`;
}
