/** A name as someone wrote it, taken apart. */
export interface NameQuery {
	/** As written, without blanks and quotes around it. */
	readonly text: string;
	/** `QuerySet` and `filter` of `django.db.models.QuerySet.filter(**kwargs)` are the last owner and the name. */
	readonly owners: readonly string[];
	readonly name: string;
}

const separators = /\.|::|#|->|\//;
const quotes = /^[\s"'`<]+|[\s"'`>]+$/g;

/**
 * Takes a written name apart: `def run(self)`, `Outer.run()`, `pkg::Outer::run`, `self.run` and `x = property(y)` all
 * name `run` or `x`. `fillers` are words that name no owner (`self`, `this`): the languages' keywords.
 */
export function parseName(written: string, fillers: ReadonlySet<string>): NameQuery {
	const text = written.replaceAll(quotes, '');
	const head = text.split(/[(=<{[]|:(?!:)/)[0]?.trim() ?? '';
	const word = (
		head
			.replace(/(?<!:):$/, '')
			.split(/\s+/)
			.at(-1) ?? ''
	).replaceAll(quotes, '');
	const parts = (word === '' ? text : word).split(separators).filter(part => part !== '');
	const name = parts.at(-1) ?? text;
	return { text, owners: parts.slice(0, -1).filter(part => !fillers.has(part)), name };
}
