/** A question about the code of a real project at a fixed commit, with the places that answer it. */
export interface ScenarioCase {
	readonly id: string;
	/** The name of its file. */
	readonly kind: string;
	/** `owner/name`. */
	readonly repo: string;
	/** 40 hexadecimal digits. */
	readonly commit: string;
	readonly language: string;
	/** As a user asks it. */
	readonly question: string;
	/** All that a right answer names. */
	readonly expected: readonly ExpectedPlace[];
	/** Plausible places that a right answer does not put in front. */
	readonly wrong: readonly ExpectedPlace[];
	/** How it is known, and never by Faultline's own tools. */
	readonly truth: { readonly by: 'compiler' | 'tracer' | 'fix' | 'two readers'; readonly how: string };
}

export interface ExpectedPlace {
	readonly file: string;
	/** A definition's name, maybe with what it belongs to; the whole file unless given. */
	readonly symbol?: string;
	/** 1-based, inclusive. */
	readonly lines?: readonly [number, number];
}
