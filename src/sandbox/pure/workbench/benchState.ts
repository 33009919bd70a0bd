import { UserError } from '../../../system/pure/errors/userError';
import type { WorkPlace } from './workbench';

/** The state of a workbench except its files, kept with them. Plain JSON data. */
export interface BenchState {
	readonly version: 1;
	readonly place: WorkPlace;
	/** Workspace paths of the files that were created as reproducers. */
	readonly reproducers: readonly string[];
	/** The writes that `undo` takes back, the last one at the end. */
	readonly writes: readonly UndoableWrite[];
	/** The actions of the running programs, in order. */
	readonly programs: readonly ProgramAction[];
}

export interface UndoableWrite {
	readonly path: string;
	/** Null if there was no file. */
	readonly before: string | null;
}

/** A cell that ran, or the start of the server that runs, with its output. */
export type ProgramAction =
	| { readonly kind: 'cell'; readonly language: string; readonly code: string; readonly output: string }
	| { readonly kind: 'server'; readonly command: string; readonly folder: string; readonly output: string };

export const firstState: BenchState = {
	version: 1,
	place: { folder: '' },
	...{ reproducers: [], writes: [], programs: [] },
};

/** Throws `UserError` for a state of another version. */
export function parseState(text: string): BenchState {
	const state = JSON.parse(text) as Partial<BenchState>;
	if (state.version !== 1) {
		throw new UserError('This state was saved by another version of Faultline: start a new run.');
	}
	return state as BenchState;
}

/** That an action printed something else when it was replayed. */
export function driftText(action: ProgramAction, output: string): string {
	const what =
		action.kind === 'cell' ? `The cell ${shortened(action.code)}` : `The server ${shortened(action.command)}`;
	return `${what} printed ${shortened(output)} when it was replayed, and ${shortened(action.output)} before.`;
}

const shownLength = 200;

function shortened(text: string): string {
	return `\`${text.length <= shownLength ? text : `${text.slice(0, shownLength)} …`}\``;
}
