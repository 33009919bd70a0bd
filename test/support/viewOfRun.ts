import type { Run } from '../../src/runs/pure/fold/run';
import type { RunView } from '../../src/webview/rows/runView';

/** What the page knows of a run that has ended, with few details, except for `changes`. */
export function viewOfRun(run: Run, changes: Partial<RunView> = {}): RunView {
	return {
		run,
		session: { live: false, resumable: false, pausing: false },
		...{ detail: 'simple', maxLocations: 10 },
		...{ patches: [], clipped: new Set(), answers: new Map(), lines: {} },
		...changes,
	};
}
