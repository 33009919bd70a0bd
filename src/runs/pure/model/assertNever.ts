/** Makes a missing case of a union a compile error; at run time the error names the unhandled value. */
export function assertNever(value: never): never {
	throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
