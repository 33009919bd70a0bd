import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv';
import { Parser } from 'htmlparser2';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import type { AtifTrajectory } from '../../../../src/sharing/pure/exports/atif';
import type { RunFile } from '../../../../src/sharing/pure/exports/runFile';
import { sharedRun } from '../../../../src/sharing/pure/exports/sharedRun';
import { readImport } from '../../../../src/sharing/pure/importing/readImport';
import { styleDigest } from '../../../../src/sharing/pure/report/htmlText';
import { atifProblems } from '../../../support/atifProblems';
import { repoRoot } from '../../../support/repoRoot';
import { exported, noRules, runsToShare } from '../../../support/sharedRuns';

describe('an exported run', () => {
	const schema: object = JSON.parse(readFileSync(`${repoRoot}/src/sharing/pure/exports/runFile.schema.json`, 'utf8'));
	const isRunFile = new Ajv({ allowUnionTypes: true }).compile(schema);
	let runs: Readonly<Record<string, readonly RunEvent[]>>;

	before(async () => {
		runs = await runsToShare();
	});

	it('as JSON matches its schema, and its log folds to the same run', async () => {
		for (const [name, events] of Object.entries(runs)) {
			const file = JSON.parse(await exported(events, 'json')) as RunFile;
			assert.ok(isRunFile(file), `${name}: ${JSON.stringify(isRunFile.errors)}`);
			const run = foldRun(file.events);
			assert.deepEqual(run, sharedRun(events, { hidden: noRules, homes: [] }).run, name);
			assert.equal(run.selected.locations.length, foldRun(events).selected.locations.length);
			assert.deepEqual(
				file.events.map(({ seq }) => seq),
				file.events.map((_, at) => at + 1),
			);
		}
	});

	it('as JSON would not match the schema with another field, another version or a missing one', async () => {
		const file = JSON.parse(await exported(runs.embedded ?? [], 'json')) as RunFile;
		const [first, ...others] = file.events;
		assert.ok(!isRunFile({ ...file, more: 1 }));
		assert.ok(!isRunFile({ ...file, version: 2 }));
		assert.ok(!isRunFile({ ...file, events: [{ ...first, issue: undefined, more: 1 }, ...others] }));
	});

	it('as ATIF follows the rules of its version 1.6', async () => {
		for (const [name, events] of Object.entries(runs)) {
			const document = JSON.parse(await exported(events, 'atif')) as AtifTrajectory;
			assert.deepEqual(atifProblems(document), [], name);
			assert.equal(document.steps.filter(({ source }) => source === 'user').length >= 1, true);
			assert.equal(document.steps.at(-1)?.source, 'agent');
		}
	});

	it('as ATIF has the calls of each step with their answers, and what the model used', async () => {
		const document = JSON.parse(await exported(runs.model ?? [], 'atif')) as AtifTrajectory;
		const [system, issue, first] = document.steps;
		assert.deepEqual([system?.source, system?.message], ['system', 'You look for bugs.']);
		assert.deepEqual([issue?.source, issue?.message.includes('Totals are wrong')], ['user', true]);
		assert.equal(first?.tool_calls?.[0]?.function_name, 'search_method');
		assert.deepEqual(first?.tool_calls?.[0]?.arguments, { method_name: 'minutes_between' });
		assert.equal(first?.observation?.results[0]?.content, 'def minutes_between');
		assert.deepEqual(first?.metrics, { prompt_tokens: 1300, completion_tokens: 100, cached_tokens: 1000 });
		const { nRequests, usage } = foldRun(runs.model ?? []);
		assert.ok(nRequests > 1);
		assert.equal(document.final_metrics.total_prompt_tokens, usage.inputTokens);
	});

	it('breaks the rules of ATIF where a result is of no call, or a step of the user has calls', async () => {
		const document = JSON.parse(await exported(runs.model ?? [], 'atif')) as AtifTrajectory;
		const steps = document.steps.map(({ tool_calls: _calls, ...step }) => step);
		assert.match(atifProblems({ ...document, steps }).join(), /result of an unknown call/);
		const users = document.steps.map(step => ({ ...step, source: 'user' }));
		assert.match(atifProblems({ ...document, steps: users }).join(), /tool_calls of the agent only/);
		assert.match(atifProblems({ ...document, more: 1 }).join(), /no such field/);
	});

	it('as a trajectory of SWE-agent is read back by the reader of such files, with its patch', async () => {
		for (const [name, events] of Object.entries(runs)) {
			const text = await exported(events, 'traj');
			const { tool, issue, actions } = readImport(text, 'run.traj');
			const { run } = sharedRun(events, { hidden: noRules, homes: [] });
			assert.equal(tool, 'SWE-agent');
			assert.ok(issue.body.includes(run.issue.title) || issue.title === run.issue.title, name);
			assert.ok(actions.length > 0);
			assert.equal(
				actions.at(-1)?.submission !== undefined,
				Object.values(run.nodes).some(each => each.patches.length > 0),
			);
		}
		const { trajectory } = JSON.parse(await exported(runs.embedded ?? [], 'traj')) as {
			trajectory: { action: string }[];
		};
		assert.deepEqual(
			trajectory.map(({ action }) => action),
			['search_method "minutes_between"', 'search_code "mid \\"night\\""', 'submit'],
		);
	});

	it('as HTML is one page that may load and run nothing, and shows foreign text as text', async () => {
		const events = (runs.embedded ?? []).map(event =>
			event.type === 'runStarted'
				? {
						...event,
						issue: {
							...event.issue,
							title: '<img src=x onerror=alert(1)> & "quotes"',
							body: '</pre><script>1</script>',
						},
					}
				: event,
		);
		for (const page of [await exported(events, 'html'), await exported(runs.judged ?? [], 'html')]) {
			const tags = new Map<string, Record<string, string>[]>();
			const parser = new Parser({
				onopentag: (name, attributes) => tags.set(name, [...(tags.get(name) ?? []), attributes]),
			});
			parser.end(page);
			for (const tag of ['script', 'img', 'link', 'a', 'iframe', 'form', 'object', 'base']) {
				assert.ok(!tags.has(tag), tag);
			}
			const keys = [...tags.values()].flat().flatMap(attributes => Object.keys(attributes));
			assert.deepEqual(
				keys.filter(key => key.startsWith('on') || key === 'style'),
				[],
			);
			const policy = tags.get('meta')?.find(each => each['http-equiv'] === 'Content-Security-Policy')?.content;
			const digest = await styleDigest(page);
			assert.equal(policy, `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`);
			assert.equal(tags.get('style')?.length, 1);
		}
	});

	it('as HTML has the locations, the patches with their verdicts, and the calls', async () => {
		const page = await exported(runs.patches ?? [], 'html');
		assert.match(page, /minutes_between/);
		assert.match(page, /Patch 1: <span class="good">/);
		assert.match(page, /<span class="removed">-b<\/span><span class="added">\+B<\/span>/);
		assert.match(await exported(runs.embedded ?? [], 'html'), /search_method\(&quot;minutes_between&quot;\)/);
	});
});
