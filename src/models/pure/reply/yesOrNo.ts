/** The model's meaning of a value that should be true or false; undefined if that is not clear. */
export function yesOrNo(value: unknown): boolean | undefined {
	const text = String(value).trim().toLowerCase();
	return ['true', 'yes'].includes(text) ? true : ['false', 'no'].includes(text) ? false : undefined;
}
