/** The position of a secret in a text, in code units; `end` is exclusive. */
export interface SecretSpan {
	/** User-facing: `GitHub token`. */
	readonly kind: string;
	readonly start: number;
	readonly end: number;
}
