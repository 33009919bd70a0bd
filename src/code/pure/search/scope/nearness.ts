import { type CodeSymbol, containerName } from '../../../../runs/pure/model/symbol';
import { isTestFile } from '../isTestFile';
import type { SearchContext } from '../searchContext';
import { filesOfFocus } from './searchScopes';

type Named = Pick<CodeSymbol, 'file' | 'container'>;

/** Characters of a report that are read: an expression that repeats over a word of megabytes may exceed the stack. */
const mostReported = 250_000;

/**
 * How near code is to what is investigated: files whose code was shown or that the report names, then classes that the
 * report names, then files whose path shares words with the report; tests are last.
 */
export class Nearness {
	private readonly known: ReadonlySet<string>;
	private readonly report: string;
	private readonly words: ReadonlySet<string>;

	constructor(private readonly context: SearchContext) {
		this.known = filesOfFocus(context.focus);
		this.report = (context.focus?.report ?? '').slice(0, mostReported);
		this.words = new Set(this.report.match(/[\p{L}\p{N}_]+/gu));
	}

	/** Whether the code of a file was shown, or the report names the file, as a path or as a module. */
	isKnown(file: string): boolean {
		return this.known.has(file) || pathForms(file).some(form => isWordOf(form, this.report));
	}

	/** The nearest first; equally near ones keep their order. */
	sort<T>(items: readonly T[], at: (item: T) => Named): T[] {
		const ranks = new Map(items.map(item => [item, this.rankOf(at(item))]));
		const rank = (item: T) => ranks.get(item) ?? [];
		return items.toSorted((a, b) => rank(a).reduce((sum, each, nth) => sum || each - (rank(b)[nth] ?? 0), 0));
	}

	private rankOf(symbol: Named): readonly number[] {
		const { file } = symbol;
		const parts = new Set(file.split(/[/.]/).filter(part => this.words.has(part)));
		return [
			isTestFile(this.context.workspace, file) ? 1 : 0,
			this.isKnown(file) ? 0 : 1,
			this.words.has(containerName(symbol)) ? 0 : 1,
			-parts.size,
		];
	}
}

/** Its ways in a text: the path from a folder on, the same as a dotted name, and its own name with the extension. */
function pathForms(file: string): string[] {
	const parts = file.split('/');
	const name = parts.at(-1) ?? '';
	const stem = name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : name;
	const folder = parts.slice(-2, -1);
	return folder.length === 0
		? [name]
		: [[...folder, name].join('/'), [...folder, stem].join('/'), [...folder, stem].join('.')];
}

function isWordOf(form: string, text: string): boolean {
	for (let at = text.indexOf(form); at >= 0; at = text.indexOf(form, at + 1)) {
		const isLetter = (each: string | undefined) => each !== undefined && /[\p{L}\p{N}_]/u.test(each);
		if (!isLetter(text[at - 1]) && !isLetter(text[at + form.length])) {
			return true;
		}
	}
	return false;
}
