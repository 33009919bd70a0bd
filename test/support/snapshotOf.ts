import { shownPatches } from '../../src/patches/pure/acceptance/shownPatches';
import type { Run } from '../../src/runs/pure/fold/run';
import { clipRun } from '../../src/webview/protocol/clip';
import type { Snapshot } from '../../src/webview/protocol/messages';

/** What the host sends to a page that opens with a run that has ended, except for `changes`. */
export function snapshotOf(run: Run, changes: Partial<Snapshot> = {}): Snapshot {
	return {
		...{ type: 'snapshot', ...clipRun(run), patches: shownPatches(run) },
		session: { live: false, resumable: false, pausing: false },
		...{ status: { state: 'idle' }, detail: 'simple', maxLocations: 10 },
		...{ limits: { maxRounds: 15, caps: {} }, model: { label: 'Embedded' }, isTrusted: true, lines: {} },
		...changes,
	};
}
