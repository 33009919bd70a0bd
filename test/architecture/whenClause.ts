/** The values of context keys; a key that is absent is false. */
export type Contexts = Readonly<Record<string, boolean | string | number>>;

/** Whether a `when` clause of package.json holds: `!`, `==`, `!=`, `=~`, `&&`, `||` and brackets, as VS Code reads them. */
export function holds(clause: string, contexts: Contexts): boolean {
	const tokens = clause.match(/\(|\)|&&|\|\||\/(?:[^/\\]|\\.)+\/|[!=]=|=~|!|[^\s()!=&|]+/g) ?? [];
	let at = 0;
	const isNext = (token: string) => tokens[at] === token && at++ >= 0;

	function either(): boolean {
		let value = both();
		while (isNext('||')) {
			const right = both();
			value ||= right;
		}
		return value;
	}

	function both(): boolean {
		let value = one();
		while (isNext('&&')) {
			const right = one();
			value &&= right;
		}
		return value;
	}

	function one(): boolean {
		if (isNext('!')) {
			return !one();
		}
		if (isNext('(')) {
			const value = either();
			if (!isNext(')')) {
				throw new Error(`A bracket is missing: ${clause}`);
			}
			return value;
		}
		return compared(tokens[at++] ?? '');
	}

	function compared(key: string): boolean {
		const value = key === 'true' || (key !== 'false' && (contexts[key] ?? false));
		if (isNext('==')) {
			return String(value) === tokens[at++];
		}
		if (isNext('!=')) {
			return String(value) !== tokens[at++];
		}
		if (isNext('=~')) {
			return new RegExp((tokens[at++] ?? '').slice(1, -1)).test(String(value));
		}
		return Boolean(value);
	}

	const value = either();
	if (at !== tokens.length) {
		throw new Error(`It cannot be read from "${tokens[at]}" on: ${clause}`);
	}
	return value;
}
