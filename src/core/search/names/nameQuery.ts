/** A name as someone wrote it, taken apart. */
export interface NameQuery {
	/** As written, without blanks and quotes around it. */
	readonly text: string;
	/** `QuerySet` and `filter` of `django.db.models.QuerySet.filter(**kwargs)` are the last owner and the name. */
	readonly owners: readonly string[];
	readonly name: string;
}

const separators = /\.|::|#|->|\/|\\/;
const quotes = /^[\s"'`<]+|[\s"'`>]+$/g;

/**
 * Takes a written name apart: `def run(self)`, `Outer.run()`, `pkg::Outer::run`, `self.run` and `run = property(x)` all
 * name `run`. Several words that are no such thing are one name, as they stand. `fillers` are words that name nothing
 * (`def`, `self`): the languages' keywords.
 */
export function parseName(written: string, fillers: ReadonlySet<string>): NameQuery {
	const text = written.replaceAll(quotes, '');
	const head = text.split(/[(=<{[]|:(?!:)(?<!::)/)[0] ?? '';
	const words = head.split(/\s+/).filter(word => word !== '');
	const telling = words.filter(word => !fillers.has(word));
	const [word = words.at(-1) ?? text, ...others] = telling;
	if (others.length > 0) {
		return { text, owners: [], name: text };
	}
	const parts = word
		.replaceAll(quotes, '')
		.split(separators)
		.filter(part => part !== '');
	const name = parts.at(-1) ?? text;
	return { text, owners: parts.slice(0, -1).filter(part => !fillers.has(part)), name };
}

/** Several words rather than one name. */
export function isPhrase({ name }: NameQuery): boolean {
	return /\s/.test(name);
}
