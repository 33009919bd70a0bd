import assert from 'node:assert/strict';
import { runMarkdown } from '../../../../src/sharing/pure/report/runMarkdown';
import { exampleCulprit } from '../../../support/exampleCulprit';
import { exampleRun } from '../../../support/exampleRun';

describe('runMarkdown', () => {
	it('holds the issue, every round with its calls and answers, and the locations', () => {
		const text = runMarkdown(exampleRun());
		const headings = text.split('\n').filter(line => line.startsWith('#'));
		assert.deepEqual(headings, [
			'# Totals are wrong after midnight',
			'## Issue',
			'## Rounds',
			'### Round 1: Read 1 definition in clock.py, 1 new suspect',
			'### Round 2: Looked for 1 phrase, nothing found',
			'## Locations',
		]);
		for (const part of [
			'The issue names minutes_between.',
			'`search_method("minutes_between")`: ok',
			'`search_code("mid \\"night\\"")`: failed',
			'No line holds that. Near: midday',
			'1. **minutes_between** (tally/clock.py:21-23), most suspicious',
			'   - Intended behavior: An entry should count as 2:45.',
		]) {
			assert.ok(text.includes(part), `${part} is missing in\n${text}`);
		}
	});

	it('cannot be broken out of by fences in an issue', () => {
		const run = exampleRun();
		const body = 'before\n````\n# not a heading\n````';
		const text = runMarkdown({ ...run, issue: { ...run.issue, body } });
		assert.ok(text.includes(`\`\`\`\`\`\n${body}\n\`\`\`\`\``));
	});

	it('states once that a location is less likely, and what its evidence rests on', () => {
		const run = exampleRun();
		const [first = assert.fail()] = run.selected.locations;
		const [reason = assert.fail()] = first.evidence;
		const evidence = [{ ...reason, issueLine: 2, codeLine: { file: first.file, line: 22 } }];
		const locations = [{ ...first, evidence, lessLikely: true } as const];
		const issue = { ...run.issue, body: 'Wrong.\nminutes_between is.' };
		const text = runMarkdown({ ...run, issue, selected: { ...run.selected, locations } });
		assert.match(text, /^1\. \*\*minutes_between\*\* \(tally\/clock\.py:21-23\), less likely$/m);
		assert.match(text, /^ {3}- .* \(clock\.py:22\)\n {5}- Issue, line 2: minutes_between is\.$/m);
	});

	it('names the commit that broke it, and its lines that fail', () => {
		const text = runMarkdown({ ...exampleRun(), culprit: { ...exampleCulprit, subject: 'See [x](http://y)' } });
		assert.ok(text.includes('## Broke by\n\nabc1234567 See \\[x\\](http://y) (probability: 97 %)\n\n'), text);
		assert.ok(text.includes('\n- `tally/clock.py:23`: `return end - start`\n\n## Locations'), text);
	});

	it('shows what the user dismissed', () => {
		const run = exampleRun();
		assert.match(runMarkdown({ ...run, dismissed: run.selected.locations.map(({ id }) => id) }), /not the bug/);
	});
});
