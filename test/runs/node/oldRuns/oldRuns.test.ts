import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunFiles } from '../../../../src/runs/node/runFiles';
import type { RunStarted } from '../../../../src/runs/pure/events/runEvent';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { faultlineCli } from '../../../support/faultlineCli';
import { RecordedLog } from '../../../support/recordedLog';
import { repoRoot } from '../../../support/repoRoot';
import { createScratchFolder, type ScratchFolder } from '../../../support/scratchFolder';
import { seenRun } from './seenRun';

const fixtures = join(repoRoot, 'test', 'fixtures', 'runs');
const names = readdirSync(fixtures, { withFileTypes: true }).flatMap(each => (each.isDirectory() ? each.name : []));
/** Writes what is seen now as what is expected, instead of comparing. Only for a change that users are meant to see. */
const isUpdating = process.env.FAULTLINE_UPDATE_OLD_RUNS !== undefined;

/** `test/fixtures/runs/README.md` states who wrote these logs. */
describe('a run log of an old version', () => {
	let storage: ScratchFolder;
	const log = new RecordedLog();

	before(() => {
		storage = createScratchFolder('old-runs');
		for (const name of names) {
			mkdirSync(join(storage.path, 'runs', runIdOf(name)), { recursive: true });
			copyFileSync(join(fixtures, name, 'run.jsonl'), join(storage.path, 'runs', runIdOf(name), 'run.jsonl'));
		}
	});
	after(() => storage.remove());

	for (const name of names) {
		it(`shows what it showed: ${name}`, async () => {
			const runs = new RunFiles(storage.path, log);
			const listed = (await runs.list()).find(({ id }) => id === runIdOf(name));
			assert.ok(listed, `it is not listed: ${log.lines.join('\n')}`);
			const { id: _id, sizeBytes: _sizeBytes, ...line } = listed;
			const seen = { listed: line, ...(seenRun(foldRun(await runs.read(runIdOf(name)))) as object) };
			const path = join(fixtures, name, 'expected.json');
			if (isUpdating) {
				writeFileSync(path, `${JSON.stringify(seen, undefined, '\t')}\n`);
			}
			assert.deepEqual(seen, JSON.parse(readFileSync(path, 'utf8')));
		});

		it(`is printed as it was: ${name}`, async () => {
			const { code, stdout, stderr } = await faultlineCli(['runs', 'show', runIdOf(name)], {
				env: { FAULTLINE_STORAGE: storage.path },
			});
			assert.deepEqual([code, stderr], [0, '']);
			const text = stdout.replace(/(?<= as files: ).*/, 'the folder of the run');
			const path = join(fixtures, name, 'shown.txt');
			if (isUpdating) {
				writeFileSync(path, text);
			}
			assert.equal(text, readFileSync(path, 'utf8'));
		});
	}

	it('exists for every kind of run', () => {
		assert.ok(names.length >= 38, names.join(', '));
	});
});

function runIdOf(name: string): string {
	const [first = ''] = readFileSync(join(fixtures, name, 'run.jsonl'), 'utf8').split('\n');
	return (JSON.parse(first) as RunStarted).runId;
}
