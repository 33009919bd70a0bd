import assert from 'node:assert/strict';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { nodesOf } from '../../../src/core/model/run/runTree';
import { repoRoot } from '../../support/repoRoot';
import { TestFolder } from '../../support/testFolder';
import { type FixRun, fixSample } from './fixRun';
import { bugs, named, patch, program, reproducible, verdict } from './sampleBugs';

const [python] = bugs;
assert.ok(python);

/** What the model was sent with a request, by its number from 0. */
function sent({ model }: FixRun, request: number): string {
	return model.requests[request]?.messages.map(({ text }) => text).join('\n') ?? '';
}

describe('the author of a reproducer', function () {
	this.timeout(120_000);
	const scratch = new TestFolder();
	const rest = [named(python), patch(python, python.patched), verdict(true)];

	/** The sample project with more files, or other ones. */
	const project = (files: Readonly<Record<string, string>> = {}) => {
		cpSync(join(repoRoot, 'sample', 'python'), scratch.path('workspace'), { recursive: true });
		scratch.write(Object.fromEntries(Object.entries(files).map(([path, text]) => [`workspace/${path}`, text])));
	};
	const fix = (script: Parameters<typeof fixSample>[1]['script']) => fixSample(scratch, { sample: 'python', script });

	it('is shown the project and a test that loads a suspect, before both questions', async () => {
		project();
		const fixed = await fix([reproducible(python), program(python.shows), ...rest]);
		for (const request of [0, 1]) {
			assert.match(sent(fixed, request), /^Top level: tally\/, tests\/, ISSUE\.md/m);
			assert.match(sent(fixed, request), /^from tally\.clock import /m);
		}
	});

	it('sees no hidden file, and no secret', async () => {
		const token = 'ghp_0123456789abcdefghijklmnopqrstuvwxyz';
		project({ '.aiignore': 'tests/\n', 'pyproject.toml': `[project]\nname = "tally"\npackages = "${token}"\n` });
		const fixed = await fix([reproducible(python), program(python.shows), ...rest]);
		assert.match(sent(fixed, 1), /name = "tally"/);
		assert.doesNotMatch(sent(fixed, 1), /ghp_|tests\/|^from tally/m);
	});

	for (const answer of ['"yes"', 'true', '"True"']) {
		it(`may answer ${answer} where yes or no is asked for`, async () => {
			project();
			const fixed = await fix([`{"reproducible": ${answer}, "language": "Python"}`, program(python.shows), ...rest]);
			fixed.model.assertAllAsked();
			assert.match(nodesOf(fixed.run).find(({ kind }) => kind === 'stage')?.summary ?? '', /^Reproduced/);
		});
	}
});
