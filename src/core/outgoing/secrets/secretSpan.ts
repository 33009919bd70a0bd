/** Where a secret stands in a text, by code units; `end` is exclusive. */
export interface SecretSpan {
	/** What a person calls it: `GitHub token`. */
	readonly kind: string;
	readonly start: number;
	readonly end: number;
}
