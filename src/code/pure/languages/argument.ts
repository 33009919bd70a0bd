/** A text is repeated for each file or test if it names one; the other form joins them to one argument. */
export type Argument =
	| string
	| { readonly start?: string; readonly each: string; readonly join: string; readonly end?: string };
