/** More names than anybody reads. */
const mostNames = 200;

/** Each test once, by its longest name: a runner may name it with its suite in one place, and without in another. */
export function failedTestNames(written: readonly string[]): readonly string[] {
	const found: { name: string; parts: readonly string[] }[] = [];
	for (const given of new Set(written.map(name => name.trim().replace(/\(\)$/, '')))) {
		const parts = partsOf(given);
		const known = found.find(each => isEnd(each.parts, parts) || isEnd(parts, each.parts));
		if (known === undefined) {
			found.push({ name: given, parts });
		} else if (parts.length > known.parts.length) {
			known.name = given;
			known.parts = parts;
		}
		if (found.length === mostNames) {
			break;
		}
	}
	return found.map(({ name }) => name);
}

/** The words of a name; an argument is a word. */
function partsOf(name: string): readonly string[] {
	return name.split(/::|[.#/\\›>\s]+/).filter(part => part !== '');
}

function isEnd(longer: readonly string[], shorter: readonly string[]): boolean {
	const from = longer.length - shorter.length;
	return from >= 0 && shorter.every((part, at) => longer[from + at] === part);
}
