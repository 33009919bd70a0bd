/** Makes a forgotten case of a union a compile error; at run time it names the value nobody handled. */
export function assertNever(value: never): never {
	throw new Error(`Unhandled case: ${JSON.stringify(value)}`);
}
