import { errorText } from '../../src/system/pure/errors/errorText';
import type { CountedDoor } from './countedDoor';
import { drivers } from './drivers/drivers';
import type { Door } from './mcpDoor';
import type { ReadCase } from './readCases';
import type { NamedPlace } from './score';

/** Answers cases: it sees their questions alone. */
export interface Player {
	/** Of the model; absent where no model plays. */
	readonly model?: string;
	/** `door` is the one that `counted` counts. Throws where no further case can be answered either. */
	play(asked: ReadCase, counted: CountedDoor, door: Door): Promise<Played>;
}

export interface Played {
	readonly named: readonly NamedPlace[];
	/** Why there is no answer. */
	readonly error?: string;
	/** Of the model. */
	readonly usage?: PlayedUsage;
}

/** Tokens, summed up over the requests of a case. */
export interface PlayedUsage {
	readonly nRequests: number;
	readonly inputTokens: number;
	readonly outputTokens: number;
	/** Where the endpoint did not report them for each request. */
	readonly isEstimated: boolean;
}

/** Without a model. A driver that fails has no answer, and the others are still asked. */
export const driverPlayer: Player = {
	async play({ kind, question }, counted) {
		try {
			const driver = drivers[kind];
			if (driver === undefined) {
				throw new Error(`There is no driver for "${kind}".`);
			}
			return { named: await driver(question, counted) };
		} catch (error) {
			return { named: [], error: errorText(error) };
		}
	},
};
