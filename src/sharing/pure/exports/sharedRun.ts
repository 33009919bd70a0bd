import type { HiddenFiles } from '../../../outgoing/pure/gate/aiIgnore';
import type { RunEvent } from '../../../runs/pure/events/runEvent';
import type { Run } from '../../../runs/pure/fold/run';
import { foldRun } from '../../../runs/pure/fold/runFold';
import { changesHidden } from '../training/shareablePatches';
import { EventRedactor } from './eventRedactor';
import { RedactedTexts, type Redaction, type SharingRules } from './redactedTexts';

/** A run as it may leave the machine. Every export is made of this and of nothing else. */
export interface SharedRun {
	readonly run: Run;
	/** A complete log, numbered from 1. */
	readonly events: readonly RunEvent[];
	/** The missing or changed parts, for the user to see before anything is written. */
	readonly redactions: readonly Redaction[];
}

/**
 * The events of a run without secrets, hidden files, home folders, and the parts the user removed from the issue;
 * patches are reduced to their diffs. Replaying it gives the same views, without data that only a continued run needs.
 */
export function sharedRun(events: readonly RunEvent[], rules: SharingRules): SharedRun {
	const whole = foldRun(events);
	const texts = new RedactedTexts(rules, whole.workspace);
	for (const event of events) {
		learnAll(event, texts);
	}
	const redactor = new EventRedactor(whole, texts, patchesToLeaveOut(events, rules.hidden));
	const shared: RunEvent[] = [];
	for (const event of events) {
		const body = redactor.redact(event);
		if (body !== undefined) {
			shared.push({ ...body, seq: shared.length + 1 });
		}
	}
	return { run: foldRun(shared), events: shared, redactions: texts.redactions };
}

/** Of keys and values alike: an object of a model's call may have a secret as a key. */
function learnAll(value: unknown, texts: RedactedTexts): void {
	if (typeof value === 'string') {
		texts.learn(value);
	} else if (typeof value === 'object' && value !== null) {
		for (const each of Object.values(value)) {
			learnAll(each, texts);
		}
	}
}

function patchesToLeaveOut(events: readonly RunEvent[], hidden: HiddenFiles): ReadonlySet<string> {
	if (hidden.rules.length === 0) {
		return new Set();
	}
	const ids = events.flatMap(event =>
		event.type === 'patchWritten' && changesHidden(event.patch.diff, hidden) ? [event.patch.id] : [],
	);
	return new Set(ids);
}
