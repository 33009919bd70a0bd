import { readFileSync } from 'node:fs';
import type { HiddenFiles } from '../../src/outgoing/pure/gate/aiIgnore';
import type { RunEvent } from '../../src/runs/pure/events/runEvent';
import { type ExportFormat, exportRun } from '../../src/sharing/pure/exports/exportRun';
import { sharedRun } from '../../src/sharing/pure/exports/sharedRun';
import { readImport } from '../../src/sharing/pure/importing/readImport';
import { recordImport } from '../../src/sharing/pure/importing/recordImport';
import { exampleModelEvents } from './exampleModelRun';
import { exampleEvents } from './exampleRun';
import { tallyTree } from './importedTally';
import { judgedEvents } from './judgedRun';
import { patchOf, patchRunEvents } from './patchRun';
import { numbered } from './runEvents';

export const noRules: HiddenFiles = { rules: [], hides: () => undefined };
export const isoTime = (ms: number): string => new Date(ms).toISOString();

/** Hides files whose path ends with `name`. */
export function hiding(name: string): HiddenFiles {
	return { rules: ['.aiignore'], hides: path => (path.endsWith(name) ? { by: '.aiignore' } : undefined) };
}

/** Runs of all kinds: without and with a model, with patches, with decisions, of another tool. */
export async function runsToShare(): Promise<Readonly<Record<string, readonly RunEvent[]>>> {
	const patch = patchOf('p1', { path: 'a/clock.py', before: 'a\nb\nc\n', after: 'a\nB\nc\n' });
	const judged = judgedEvents([
		{ id: 'p1', reproducer: 'passed', fixes: ['new_1'], breaks: [], decision: 'accepted' },
		{ id: 'p2', reproducer: 'reproduced', decision: 'rejected' },
	]);
	const imported = readImport(readFileSync(tallyTree, 'utf8'), 'tally.root');
	const stamp = { runId: '20260101-000000-000-tree', file: 'tally.root', atMs: 1000, version: '1.2.3' };
	return {
		embedded: exampleEvents(),
		model: exampleModelEvents(),
		patches: numbered(patchRunEvents('20260101-000000-000-fix', 'Totals are wrong', [patch])),
		judged: numbered(judged),
		imported: await recordImport(imported, new Map(), stamp),
	};
}

export function exported(events: readonly RunEvent[], format: ExportFormat, hidden = noRules): Promise<string> {
	const shared = sharedRun(events, { hidden, homes: ['/data/people/me'] });
	return exportRun(shared, { format, version: '1.2.3', isoTime });
}
