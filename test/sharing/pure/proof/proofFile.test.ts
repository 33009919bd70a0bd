import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import { patchCandidates } from '../../../../src/runs/pure/fold/patchCandidates';
import { patchProof } from '../../../../src/runs/pure/fold/patchProof';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import { foldRun } from '../../../../src/runs/pure/fold/runFold';
import { readProof } from '../../../../src/sharing/pure/proof/readProof';
import { judgedEvents } from '../../../support/judgedRun';
import { proofsOf, provenFix } from '../../../support/provenFix';
import { repoRoot } from '../../../support/repoRoot';
import { numbered } from '../../../support/runEvents';

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

describe('the proof record of a patch', () => {
	let fix: Awaited<ReturnType<typeof provenFix>>;
	before(async () => {
		fix = await provenFix();
	});
	after(() => fix.scratch.remove());

	it('states what failed before and passes after, on which files, by which programs', () => {
		const { fix: statement, tests } = readProof(fix.proof.text, 'p');
		const { subject, predicate } = statement;
		const listed = execFileSync(
			'sh',
			['-c', 'find . -type f ! -path "*/__pycache__/*" | sed "s|^./||" | LC_ALL=C sort | xargs sha256sum'],
			{
				cwd: fix.folder,
				encoding: 'utf8',
			},
		);
		assert.deepEqual(subject, [
			{ name: 'workspace', digest: { sha256: digest(listed) } },
			{ name: 'patch', digest: { sha256: digest(predicate.patch) } },
		]);
		assert.equal(statement._type, 'https://in-toto.io/Statement/v1');
		assert.equal(predicate.result, 'fixed');
		const { before: red, after: green, reproducer, environment } = predicate;
		assert.deepEqual([red?.verdict, red?.exitCode, green?.verdict, green?.exitCode], ['reproduced', 1, 'passed', 0]);
		assert.match(red?.stderr.text ?? '', /AssertionError: expected 165 minutes, got -1275/);
		assert.doesNotMatch(fix.proof.text, /end-[\da-f]{8}-/, 'the mark of the end is left out');
		assert.equal(red?.stderr.sha256, digest(red?.stderr.text ?? ''));
		assert.equal(reproducer?.sha256, digest(reproducer?.text ?? ''));
		assert.deepEqual(red?.commands, [['python3', 'faultline_reproducer.py']]);
		assert.match(environment.programs[0]?.version ?? '', /^Python 3\./);
		assert.equal(tests?.before.predicateType, 'https://in-toto.io/attestation/test-result/v0.1');
		assert.deepEqual([tests?.before.predicate.result, tests?.after.predicate.result], ['FAILED', 'PASSED']);
		const [failed] = tests?.before.predicate.failedTests ?? [];
		assert.match(failed ?? '', /^tests\/test_report\.py::WeekReportTest::/);
		assert.ok(tests?.after.predicate.passedTests.includes(failed ?? ''));
	});

	it('is the same for the same log', async () => {
		assert.equal((await proofsOf(fix.events)).get('p1')?.sha256, fix.proof.sha256);
		assert.equal(fix.proof.sha256, digest(fix.proof.text));
	});

	it('has no secret of the log', async () => {
		const token = `ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}`;
		const leaking = JSON.parse(
			JSON.stringify(fix.events).replaceAll('expected 165 minutes', `expected ${token} minutes`),
		) as RunEvent[];
		assert.ok(JSON.stringify(leaking).includes(token));
		const { text = '' } = (await proofsOf(leaking)).get('p1') ?? {};
		assert.match(text, /\[removed: /);
		assert.ok(!text.includes(token));
	});

	it('calls nothing fixed that the log does not prove', async () => {
		const events = numbered(judgedEvents([{ id: 'p1', reproducer: 'passed', fixes: ['new_1'], breaks: [] }]));
		const [candidate] = patchCandidates(fixOf(foldRun(events)));
		assert.ok(candidate);
		const why = 'the run does not record which files were executed';
		assert.deepEqual(patchProof(candidate), { isFixed: false, why });
		const { text = '' } = (await proofsOf(events)).get('p1') ?? {};
		const { result, why: recorded } = readProof(text, 'p').fix.predicate;
		assert.deepEqual([result, recorded], ['notProven', why]);
	});

	it('calls nothing fixed whose files changed between red and green', async () => {
		const changed = fix.events.map(event =>
			event.type === 'reproducerRan' && event.ran.patch !== undefined
				? { ...event, ran: { ...event.ran, tree: 'f'.repeat(64) } }
				: event,
		);
		const [candidate] = patchCandidates(fixOf(foldRun(changed)));
		assert.ok(candidate);
		assert.equal(patchProof(candidate).why, 'the files changed between the run without it and the run with it');
	});

	it('is made of what the schema describes: npm run schema', async () => {
		const { makeProofSchema, proofSchemaFile } = (await import(
			pathToFileURL(join(repoRoot, 'runFileSchema.mjs')).href
		)) as { makeProofSchema: () => object; proofSchemaFile: string };
		assert.deepEqual(JSON.parse(readFileSync(proofSchemaFile, 'utf8')), JSON.parse(JSON.stringify(makeProofSchema())));
	});

	it('is read only in its own form', () => {
		const line = fix.proof.text.split('\n')[0] ?? '';
		for (const [text, why] of [
			['', /is not a proof record/],
			['{}', /is not a proof record/],
			['not JSON', /is not a proof record/],
			[line.replace('"patch":', '"patched":'), /is damaged/],
			[`${line}\n${line}`, /is damaged/],
		] as const) {
			assert.throws(() => readProof(text, 'p'), why, text.slice(0, 40));
		}
	});
});
