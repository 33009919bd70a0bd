import { UserError } from '../../../system/pure/errors/userError';
import type { DefinitionRule, LanguageData } from './languageData';
import type { ReaderData } from './readerData';
import type { ReproducerData } from './reproducerData';

/**
 * The content of a `language.json`: everything may be inherited from another language except what identifies files. A
 * string in a list may contain several words, separated by blanks.
 */
export type LanguageFile = Pick<LanguageData, 'id' | 'name' | 'extensions' | 'grammar'> &
	Partial<Omit<LanguageData, 'definitions' | 'reproducer' | 'reader'>> & {
		/** Id of a language whose grammar is largely contained in this one's. */
		readonly extends?: string;
		/** Overrides fields of the other language's. */
		readonly reproducer?: Partial<ReproducerData>;
		/** Overrides fields of the other language's; `null` leaves it out: texts are parsed. */
		readonly reader?: ReaderData | null;
		/** `null` leaves out what the other language defines. */
		readonly definitions?: Readonly<Record<string, DefinitionRule | readonly DefinitionRule[] | null>>;
	};

/**
 * Resolves inheritance between languages, and sorts them by id. Lists are joined and all else is replaced, in
 * `definitions` node type by node type, in `reproducer` field by field. Throws `UserError` if a language extends a
 * missing one, or itself.
 */
export function resolveLanguages(files: readonly LanguageFile[]): LanguageData[] {
	const byId = new Map(files.map(file => [file.id, file]));
	return [...byId.keys()].sort().map(id => resolve(id, byId, []));
}

function resolve(id: string, byId: ReadonlyMap<string, LanguageFile>, from: readonly string[]): LanguageData {
	const file = byId.get(id);
	if (file === undefined || from.includes(id)) {
		const chain = [...from, id].join(' extends ');
		throw new UserError(`${chain}: ${file ? 'a language cannot extend itself' : `there is no language ${id}`}`);
	}
	const { extends: baseId, definitions = {}, reproducer: ownReproducer, reader: ownReader, ...own } = file;
	const base = baseId === undefined ? undefined : resolve(baseId, byId, [...from, id]);
	const {
		fileNames: _names,
		recognize: _text,
		traces: _traces,
		crashes: _crashes,
		tests: _tests,
		cells: _cells,
		reproducer: given,
		reader: givenReader,
		...taken
	} = base ?? {};
	// A script is written in the language of the code itself.
	const inherited = own.embedded === undefined ? given : undefined;
	const reproducer = wholeReproducer(id, {
		...inherited,
		...ownReproducer,
		...(own.traces && (inherited ?? ownReproducer) && { traces: own.traces }),
	});
	const reader =
		ownReader === null ? undefined : ownReader ? ({ ...givenReader, ...ownReader } as ReaderData) : givenReader;
	return {
		...taken,
		...own,
		...joinedLists(base, own),
		...(reader && { reader }),
		blank: [...(base?.blank ?? []), ...(own.blank ?? [])],
		tags: file.tags ?? [`${id}/tags.scm`],
		...(reproducer && { reproducer }),
		definitions: withoutNulls({ ...base?.definitions, ...definitions }),
	};
}

/** Throws `UserError` if a field is missing. */
function wholeReproducer(id: string, given: Partial<ReproducerData>): ReproducerData | undefined {
	if (Object.keys(given).length === 0) {
		return undefined;
	}
	const { file, ways, failBy, assertionFailures, environmentErrors } = given;
	if (!file || !ways || !failBy || !assertionFailures || !environmentErrors) {
		throw new UserError(`${id}: "reproducer" needs file, ways, failBy, assertionFailures and environmentErrors`);
	}
	return { ...given, file, ways, failBy, assertionFailures, environmentErrors };
}

const joined = [
	'testFiles',
	'descend',
	'signed',
	'signedInFunctions',
	'nameless',
	'anonymous',
	'wrappers',
	'leading',
	'comments',
	'qualified',
	'transparent',
	'ignored',
	'omit',
	'modifiers',
	'modifierLists',
	'keywords',
] as const;

type Joined = (typeof joined)[number];

function joinedLists(base: Partial<LanguageData> | undefined, own: Partial<LanguageData>): Pick<LanguageData, Joined> {
	const lists = joined.map(key => {
		const added = own[key] ?? [];
		return [key, [...new Set([...(base?.[key] ?? []), ...words(added)])]];
	});
	return Object.fromEntries(lists) as Pick<LanguageData, Joined>;
}

function words(list: readonly string[]): string[] {
	return list.flatMap(text => text.split(/\s+/));
}

function withoutNulls<T>(entries: Readonly<Record<string, T | null>>): Record<string, T> {
	const kept: Record<string, T> = {};
	for (const [key, value] of Object.entries(entries)) {
		if (value !== null) {
			kept[key] = value;
		}
	}
	return kept;
}
