import { isDelivery } from '../../../runs/pure/events/delivery';
import type { RunEvent } from '../../../runs/pure/events/runEvent';
import type { Run } from '../../../runs/pure/fold/run';
import { foldRun } from '../../../runs/pure/fold/runFold';
import { UserError } from '../../../system/pure/errors/userError';
import { fieldsOf } from '../../../system/pure/fields';
import { contentHash } from '../../../system/pure/text/contentHash';
import { excerptFiles } from '../importing/excerptFiles';
import { parseJson } from '../importing/jsonFields';
import { checkEvents } from './checkEvents';
import { runFileVersion } from './runFile';

/** A run from a file: its view, and the log to be kept. */
export interface OpenedRun {
	readonly run: Run;
	readonly events: readonly RunEvent[];
}

/** The events in the text of a run file. Throws `UserError` for another file. `file`: its name, for messages. */
export function eventsOfRunFile(text: string, file: string): readonly unknown[] {
	const { format, version, faultline, events } = fieldsOf(parseJson(text, file));
	if (format !== 'faultline-run' || !Array.isArray(events)) {
		throw new UserError(
			`${file} is not a run file: choose one that \`faultline runs export --format json\` or Export Run… wrote.`,
		);
	}
	if (version !== runFileVersion) {
		throw new UserError(
			`${file} was written by Faultline ${String(faultline).slice(0, 20)} (run file version ${String(version).slice(0, 20)}): open it with that version.`,
		);
	}
	return events;
}

/**
 * A run of someone else, to be read: nothing of it can be continued, applied, installed or pushed. Its id follows from its
 * content, so that the same file is the same run. `newId` makes an id of a time and a hash. Throws `UserError`.
 */
export async function openedRun(
	given: readonly unknown[],
	file: string,
	newId: (startedAtMs: number, hash: string) => string,
): Promise<OpenedRun> {
	const checked = checkEvents(given, file);
	const [first] = checked;
	if (first?.type !== 'runStarted') {
		throw new UserError(`${file} contains no run.`);
	}
	const runId = newId(first.at, await contentHash(checked));
	const events: RunEvent[] = [];
	for (const event of checked) {
		const kept = onlyToRead(event, { runId, file });
		if (kept !== undefined) {
			events.push({ ...kept, seq: events.length + 1 });
		}
	}
	return { run: folded(events, file), events };
}

function folded(events: readonly RunEvent[], file: string): Run {
	try {
		return foldRun(events);
	} catch (error) {
		throw new UserError(`${file} is damaged: its events do not make a run. Choose the file as Faultline wrote it.`, {
			cause: error,
		});
	}
}

/** Undefined for an event that is only needed to continue a run, or that would lead to an action here. */
function onlyToRead(
	{ step: _step, ...event }: RunEvent,
	opened: { readonly runId: string; readonly file: string },
): RunEvent | undefined {
	if (isDelivery(event) || event.type === 'stepped') {
		return undefined;
	}
	switch (event.type) {
		case 'runStarted': {
			const workspace = event.workspace.map(folder => folder.split(/[\\/]/).at(-1) ?? folder);
			return { ...event, runId: opened.runId, workspace, readOnly: true, openedFrom: opened.file };
		}
		case 'runEnded': {
			const { cures: _cures, summary: _summary, ...ended } = event;
			return ended;
		}
		case 'noted': {
			// A cure may be a command that is run, or an address that is opened.
			const { cures: _cures, ...noted } = event;
			return noted;
		}
		case 'patchWritten': {
			const { patch } = event;
			return { ...event, patch: { ...patch, files: excerptFiles(patch.diff).files, isExcerpt: true } };
		}
		// These name files of the user, which a start would complete or revert.
		case 'patchWriteStarted':
		case 'patchWriteEnded':
			return undefined;
		default:
			return event as RunEvent;
	}
}
