/** A written name, split into its parts. */
export interface NameQuery {
	/** As written, without surrounding blanks and quotes. */
	readonly text: string;
	/** `QuerySet` and `filter` of `django.db.models.QuerySet.filter(**kwargs)` are the last owner and the name. */
	readonly owners: readonly string[];
	readonly name: string;
}

const separators = /\.|::|#|->|\/|\\/;
const openingQuotes = /^[\s"'`<]+/;
const closingQuotes = /(?<![\s"'`>])[\s"'`>]+$/;

/**
 * Splits a written name: `def run(self)`, `Outer.run()`, `pkg::Outer::run`, `self.run` and `run = property(x)` all name
 * `run`. Other texts of several words are one name, verbatim. `fillers` are words that name nothing (`def`, `self`):
 * the languages' keywords.
 */
export function parseName(written: string, fillers: ReadonlySet<string>): NameQuery {
	const text = withoutQuotes(written);
	const head = text.split(/[(=<{[]|:(?!:)(?<!::)/)[0] ?? '';
	const words = head.split(/\s+/).filter(word => word !== '');
	const meaningful = words.filter(word => !fillers.has(word));
	const [word = words.at(-1) ?? text, ...others] = meaningful;
	if (others.length > 0) {
		return { text, owners: [], name: text };
	}
	const parts = withoutQuotes(word)
		.split(separators)
		.filter(part => part !== '');
	const name = parts.at(-1) ?? text;
	return { text, owners: parts.slice(0, -1).filter(part => !fillers.has(part)), name };
}

function withoutQuotes(text: string): string {
	return text.replace(openingQuotes, '').replace(closingQuotes, '');
}

/** Several words rather than one name. */
export function isPhrase({ name }: NameQuery): boolean {
	return /\s/.test(name);
}

/** A name without the sign that some languages write before it: `#run`, `@total`, `$el`. */
export function bareName(name: string): string {
	return name.replace(/^[#@$]{1,2}(?=.)/, '');
}
