import { UserError } from '../../../../system/pure/errors/userError';
import type { FileEntry } from '../../../../system/pure/files';
import { counted } from '../../../../system/pure/text/counted';
import type { CodeSearchServer } from '../../codeSearch/codeSearchServer';
import { hasWords, type OutgoingWords, outgoingWords } from '../../codeSearch/outgoingWords';
import type { NeededText } from '../../index/trigrams/neededText';

/** The files that were not searched, and the data to find files of the workspace. */
interface Unsearched {
	readonly left: readonly FileEntry[];
	/** All files of the workspace. */
	readonly listed: readonly FileEntry[];
	readonly folders: readonly string[];
}

/** Files that a server named, and the results of searching them. */
export interface NamedFiles {
	/** Of those that were not searched, in the server's order. */
	readonly entries: readonly FileEntry[];
	/** Takes the text of one in which nothing matched. */
	noMatch(text: string): void;
	/** Takes one that has no text. */
	noText(): void;
	/** Sentences about the outcome, given that something matched in `nMatched` files. */
	notes(nMatched: number): readonly string[];
}

/** A code search server during one call. After a failure it is not asked again. */
export class ServerFiles {
	private problem: string | undefined;

	constructor(private readonly asked: CodeSearchServer) {}

	/** Returns the further files to search. Throws the signal's reason only. */
	async named(needed: NeededText, where: Unsearched, signal: AbortSignal | undefined): Promise<NamedFiles> {
		const { server } = this.asked;
		const words = outgoingWords(needed);
		if (words === undefined || words === 'secret') {
			const why = words === undefined ? 'no word of 3 letters is in every match' : 'the words look like a secret';
			return nothing(`${server} was not asked, as ${why}.`);
		}
		if (this.problem !== undefined) {
			return nothing(this.problem);
		}
		try {
			const { paths, isAll } = await this.asked.filesWith(words, signal);
			return new Named(server, words, { ...byPath(paths, where), isAll });
		} catch (error) {
			signal?.throwIfAborted();
			if (!(error instanceof UserError)) {
				throw error;
			}
			this.problem = error.message;
			return nothing(error.message);
		}
	}
}

function nothing(note: string): NamedFiles {
	return { entries: [], noMatch: () => undefined, noText: () => undefined, notes: () => [note] };
}

interface Matched {
	readonly entries: readonly FileEntry[];
	/** How many of the paths are none of the workspace. */
	readonly nElsewhere: number;
}

class Named implements NamedFiles {
	readonly entries: readonly FileEntry[];
	private nOutdated: number;

	constructor(
		private readonly server: string,
		private readonly words: OutgoingWords,
		private readonly found: Matched & { readonly isAll: boolean },
	) {
		this.entries = found.entries;
		this.nOutdated = found.nElsewhere;
	}

	noMatch(text: string): void {
		this.nOutdated += hasWords(text.toLowerCase(), this.words) ? 0 : 1;
	}

	noText(): void {
		this.nOutdated++;
	}

	notes(nMatched: number): readonly string[] {
		const { server, entries, nOutdated, found } = this;
		const more = found.isAll ? '' : ', and has more than it named';
		return [
			entries.length === 0
				? `${server} named no further file.`
				: `${server} named ${counted(entries.length, 'further file')}, of which ${nMatched} match here${more}.`,
			...(nOutdated > 0
				? [`Not confirmed: ${counted(nOutdated, 'file')} that it named, as they are not here or do not have the words.`]
				: []),
		];
	}
}

/**
 * Matches paths of the server to workspace files: equal paths, paths in one of several folders, or paths with the same
 * end if the workspace is a folder of the server's code.
 */
function byPath(paths: readonly string[], { left, listed, folders }: Unsearched): Matched {
	const known = new Map(listed.map(entry => [entry.path, entry]));
	const unsearched = new Set(left);
	const found = paths.map(path => ends(path, folders).find(each => known.has(each)));
	const entries = new Set(found.flatMap(path => (path === undefined ? [] : (known.get(path) ?? []))));
	return {
		entries: [...entries].filter(entry => unsearched.has(entry)),
		nElsewhere: found.filter(path => path === undefined).length,
	};
}

function ends(path: string, folders: readonly string[]): string[] {
	const parts = path.split('/');
	const shorter = parts.map((_, at) => parts.slice(at).join('/'));
	return [
		...(folders.length === 0 ? [] : folders.flatMap(folder => shorter.map(end => `${folder}/${end}`))),
		...shorter,
	];
}
