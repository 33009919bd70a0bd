import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { RunFiles } from '../../src/runs/node/runFiles';
import type { RunEventBody } from '../../src/runs/pure/events/runEvent';
import type { Patch } from '../../src/runs/pure/model/patch';
import { patchRunEvents } from '../support/patchRun';
import { RecordedLog } from '../support/recordedLog';
import { numbered } from '../support/runEvents';

const usualTitle = 'Totals are wrong after midnight';

/** Writes a run that ended with patches into the storage of the extension. */
export async function seedRun(
	storage: string,
	runId: string,
	patches: readonly Patch[],
	title = usualTitle,
): Promise<void> {
	await seedEvents(storage, runId, patchRunEvents(runId, title, patches));
}

/** Writes a run of these events into the storage of the extension. */
export async function seedEvents(storage: string, runId: string, events: readonly RunEventBody[]): Promise<void> {
	const runs = new RunFiles(storage, new RecordedLog());
	for (const event of numbered(events)) {
		await runs.append(runId, { ...event, at: Date.UTC(2026, 0, 1) + event.seq });
	}
	await runs.close();
}

/** A text of a folder. */
export function textOf(folder: string, path: string): string {
	return readFileSync(join(folder, path), 'utf8');
}

/** Where the extension keeps its data of the open folder; VS Code makes the folder around it when its extensions start. */
export async function storageFolder(userDataDir: string): Promise<string> {
	for (;;) {
		const folders = readdirSync(userDataDir, { recursive: true, encoding: 'utf8' });
		const found = folders.find(path => /workspaceStorage[\\/][^\\/]+$/.test(path));
		if (found !== undefined) {
			return join(userDataDir, found, 'faultline.faultline');
		}
		await sleep(100);
	}
}
