/** The user's decisions about the locations of a run, and about their marks in the editor. */
export type LocationDecision = LocationDismissed | LocationRestored | MarksCleared | MarksShown;

/** The user marked the location as "not the bug": kept as negative evidence. */
export interface LocationDismissed {
	readonly type: 'locationDismissed';
	readonly location: string;
}

export interface LocationRestored {
	readonly type: 'locationRestored';
	readonly location: string;
}

/** The user removed the marks of the run's locations from the editor. */
export interface MarksCleared {
	readonly type: 'marksCleared';
}

/** The user wants the marks back. */
export interface MarksShown {
	readonly type: 'marksShown';
}
