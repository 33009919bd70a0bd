/** Actions at which a branch may begin; `error`: any action that failed. */
export type BranchKind = 'create' | 'append' | 'edit' | 'submit' | 'error';

/** The branching points of a run's tree, the order it grows in, and its limits. */
export interface TreeRules {
	/** How often a branch may begin at each kind of action on one path; 0: never. */
	readonly limits: Readonly<Record<BranchKind, number>>;
	/**
	 * The kinds of action at which an alternative may branch again, by the kind it replaces; after several, all of them
	 * must allow it.
	 */
	readonly after: Readonly<Record<BranchKind, readonly BranchKind[]>>;
	/** How many alternatives each of these actions gets. */
	readonly nAlternatives: number;
	/** Turns from the start, or from a remark of the user, to a leaf. */
	readonly maxDepth: number;
	/** Turns of all branches together; after a remark, of those that follow it. */
	readonly maxTurns: number;
	/** Of branches that begin equally deep, the one with the better score of the critic grows first. */
	readonly ordersByScore: boolean;
	/** Whether the run ends when a patch is proven: its reproducer passes, and no test breaks. */
	readonly stopsWhenProven: boolean;
}

/** How the strategy `tree` works. */
export interface TreeOptions extends TreeRules {
	/** The number of alternatives sampled for an action; one is taken. */
	readonly nSamples: number;
	readonly sampleTemperature: number;
	/** So many of the newest observations are shown in full; each older one is a line. */
	readonly nFullObservations: number;
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
	...{ ordersByScore: false, stopsWhenProven: true },
};

export const darsOptions: TreeOptions = {
	...darsRules,
	...{ nSamples: 3, sampleTemperature: 0.8, nFullObservations: 5 },
	...{ nLookahead: 100, observationCharacters: 10_000, summarizesAttempts: false },
};

/** How often alternatives are sampled again if no sample is a new action. */
export const maxResamples = 1;
