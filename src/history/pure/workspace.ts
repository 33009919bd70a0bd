import type { CodeWorkspace } from '../../code/pure/codeWorkspace';
import type { History } from './history';

/** The code to work on, with the commits that led to it. */
export interface Workspace extends CodeWorkspace {
	/** Absent: they are not searched. */
	readonly history?: History;
}
