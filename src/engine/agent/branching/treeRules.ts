/** Actions at which a branch may begin; `place`: the report of where the bug is; `error`: any action that failed. */
export type BranchKind = 'place' | 'create' | 'append' | 'edit' | 'submit' | 'error';

/** DARS knows no branch at the place. */
export type DarsKind = Exclude<BranchKind, 'place'>;

type ByKind<Value> = Readonly<Record<DarsKind, Value> & { place?: Value }>;

/** The branching points of a run's tree, the order it grows in, and its limits. */
export interface TreeRules {
	/** How often a branch may begin at each kind of action on one path; 0: never. */
	readonly limits: ByKind<number>;
	/**
	 * The kinds of action at which an alternative may branch again, by the kind it replaces; after several, all of them
	 * must allow it.
	 */
	readonly after: ByKind<readonly BranchKind[]>;
	/** How many alternatives each of these actions gets. */
	readonly nAlternatives: number;
	/** Turns from the start, or from a remark of the user, to a leaf. */
	readonly maxDepth: number;
	/** Turns of all branches together; after a remark, of those that follow it. */
	readonly maxTurns: number;
	/** Of branches that begin equally deep, the one with the better score of the critic grows first. */
	readonly ordersByScore: boolean;
	/** Whether the run ends when a patch is good enough: see `accepts`. */
	readonly stopsWhenProven: boolean;
	/**
	 * `proven`: its reproducer passes, no test breaks, and the reviewer approves it. `unrefuted`: nothing speaks against it,
	 * for a run in which nothing else could tell patches apart.
	 */
	readonly accepts: 'proven' | 'unrefuted';
	/** How often changes that were judged wrong may be improved on their own path, before it ends; after each alternative on it, once less. */
	readonly maxRepairs: number;
	/** A branch begins only where at least this share of the turns of the path that failed is kept. */
	readonly leastKept: number;
}

/** How the strategy `tree` works. */
export interface TreeOptions extends TreeRules {
	/** Calls of one answer that are made. */
	readonly maxCalls: number;
	/** The number of alternatives sampled for an action; one is taken. */
	readonly nSamples: number;
	readonly sampleTemperature: number;
	/** Of every action that is no alternative. */
	readonly temperature: number;
	/** So many of the newest observations are shown in full; each older one is a line. Absent: as many as fit. */
	readonly nFullObservations?: number | undefined;
	/** So many actions that followed a replaced one are shown with it. */
	readonly nLookahead: number;
	/** So much of the end of each of their observations. */
	readonly observationCharacters: number;
	/** Whether a model summarizes these actions, and alternatives are asked for with only that summary. */
	readonly summarizesAttempts: boolean;
}

/** DARS's rules. Its depth of 100 is 50 turns: an action and its observation are two nodes there. */
export const darsRules: TreeRules = {
	limits: { create: 1, append: 1, edit: 1, submit: 1, error: 0 },
	after: {
		create: ['edit', 'append', 'submit'],
		append: ['append', 'submit'],
		edit: ['submit'],
		submit: [],
		error: ['edit', 'append', 'submit'],
	},
	...{ nAlternatives: 1, maxDepth: 50, maxTurns: 300 },
	...{ ordersByScore: false, stopsWhenProven: true, accepts: 'proven', maxRepairs: 2, leastKept: 0 },
};

export const darsOptions: TreeOptions = {
	...darsRules,
	...{ maxCalls: 1, nSamples: 3, sampleTemperature: 0.8, temperature: 0, nFullObservations: 5 },
	...{ nLookahead: 100, observationCharacters: 10_000, summarizesAttempts: false },
};

/**
 * A single path that is improved by what its judgements say. A dead end, and nothing else, leads back to the report of the
 * place, if at least half of the path came before that: a new start is cheaper than a branch that keeps little (measured by
 * bench/treeSimulation). No critic compares: one alternative is asked for.
 */
export const deadEndOptions: TreeOptions = {
	...darsOptions,
	limits: { place: 1, create: 0, append: 0, edit: 0, submit: 0, error: 0 },
	after: { ...darsRules.after, place: [] },
	...{ maxDepth: 40, maxTurns: 80, accepts: 'unrefuted', leastKept: 0.5 },
	...{ maxCalls: 8, nSamples: 1, nFullObservations: undefined, observationCharacters: 800 },
};

/** A path that is never left: what its judgements say improves it, or it ends. */
export const singlePathOptions: TreeOptions = {
	...deadEndOptions,
	limits: { create: 0, append: 0, edit: 0, submit: 0, error: 0 },
};

/** How often alternatives are sampled again if no sample is a new action. */
export const maxResamples = 1;
