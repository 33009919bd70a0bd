import type { RunEvent } from '../../runs/pure/events/runEvent';
import type { Run } from '../../runs/pure/fold/run';
import type { ChosenModel } from '../models/chosenModel';
import type { RunSupervisor } from './runSupervisor';

/** The engine that a run is to have. */
export interface WantedEngine extends Pick<RunCaller, 'model'> {
	/** The user wants patches as well. */
	readonly goal?: 'fix' | undefined;
	/** The run that continues; absent for a new one. */
	readonly run?: Run;
}

/** The options of a run's caller that the views do not have. */
export interface RunCaller {
	/** The model to use; absent: the one in the settings. */
	readonly model?: ChosenModel | undefined;
	/** Called after each event. */
	readonly onEvent?: (event: RunEvent, run: Run) => void;
}

/** How a run reaches the user. */
export interface RunWatch {
	readonly supervisor: RunSupervisor;
	readonly onText: (node: string, piece: string) => void;
}
