/** Shorter texts are written where they are. */
const leastLength = 1000;

interface SharedTexts {
	readonly texts: readonly string[];
	readonly value: unknown;
}

/** As JSON, with long texts once only: several runners of a language have the same programs. */
export function withSharedTexts(value: unknown): string {
	const texts = new Map<string, number>();
	const written: unknown = JSON.parse(
		JSON.stringify(value, (_key, each: unknown) => {
			if (typeof each !== 'string' || each.length < leastLength) {
				return each;
			}
			const at = texts.get(each) ?? texts.size;
			texts.set(each, at);
			return { sharedText: at };
		}),
	);
	return JSON.stringify({ texts: [...texts.keys()], value: written } satisfies SharedTexts);
}

/** The value that `withSharedTexts` wrote. Throws for other JSON. */
export function readSharedTexts(json: string): unknown {
	const { texts, value } = JSON.parse(json) as SharedTexts;
	return restored(value, texts);
}

function restored(value: unknown, texts: readonly string[]): unknown {
	if (typeof value !== 'object' || value === null) {
		return value;
	}
	if (Array.isArray(value)) {
		return value.map(each => restored(each, texts));
	}
	const { sharedText } = value as { readonly sharedText?: number };
	return typeof sharedText === 'number'
		? texts[sharedText]
		: Object.fromEntries(Object.entries(value).map(([key, each]) => [key, restored(each, texts)]));
}
