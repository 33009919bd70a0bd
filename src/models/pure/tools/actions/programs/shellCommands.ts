/** One of the commands of a line for a shell. */
export interface ShellCommand {
	/** The program and its arguments, without quotes, redirections and assignments before it. */
	readonly words: readonly string[];
	/** Its input comes from another command, a file or the line itself. */
	readonly hasInput: boolean;
	/** The shell does not wait for it. */
	readonly isDetached: boolean;
}

/**
 * The commands of a line for a POSIX shell, those in substitutions included. Quoted text, comments and here-documents
 * are no commands. A precaution, not a sandbox: the values of variables are not known.
 */
export function shellCommands(line: string): ShellCommand[] {
	return new ShellReader(line, deepest).read();
}

/** Substitutions further inside each other are not looked into. */
const deepest = 20;

const assignment = /^[A-Za-z_]\w*\+?=/;
/** Words after which a command follows. */
const openingWords = new Set(['if', 'then', 'else', 'elif', 'do', 'while', 'until', '!', '{', 'time']);

class ShellReader {
	private readonly found: ShellCommand[] = [];
	private at = 0;
	private words: string[] = [];
	/** Undefined between words. */
	private word: string | undefined;
	private hasInput = false;
	/** The next word is the target of output, or the source of input. */
	private isRedirected = false;
	/** The ends of the here-documents that begin with the next line. */
	private waiting: string[] = [];
	private isHereEnd = false;
	private closings: ReadonlyMap<number, number> | undefined;

	constructor(
		private readonly line: string,
		private readonly depth: number,
	) {}

	read(): ShellCommand[] {
		while (this.at < this.line.length) {
			this.step();
		}
		this.endCommand();
		return this.found;
	}

	private step(): void {
		const char = this.line.charAt(this.at);
		const pair = this.line.slice(this.at, this.at + 2);
		if (char === '\\') {
			this.add(this.line.charAt(this.at + 1) === '\n' ? '' : this.line.charAt(this.at + 1), 2);
		} else if (char === "'") {
			const end = this.indexOrEnd("'", this.at + 1);
			this.add(this.line.slice(this.at + 1, end), end + 1 - this.at);
		} else if (char === '"') {
			this.readQuoted();
		} else if (pair === '$(' || pair === '<(' || pair === '>(') {
			this.readSubstitution(2);
		} else if (char === '`') {
			this.readInBackquotes();
		} else if (pair === '((' && this.word === undefined && this.words.length === 0 && this.isCalculation(this.at)) {
			this.readCalculation();
		} else if (char === '#' && this.word === undefined) {
			this.at = this.indexOrEnd('\n', this.at);
		} else {
			this.readOperator(char, pair);
		}
	}

	private readOperator(char: string, pair: string): void {
		if (char === '\n') {
			this.endCommand();
			this.at++;
			this.skipHereDocuments();
		} else if (char === '<' || char === '>' || pair === '&>') {
			this.readRedirection();
		} else if (pair === '&&' || pair === '||' || pair === ';;' || pair === '|&') {
			this.endCommand({ isPiping: pair === '|&' });
			this.at += 2;
		} else if (char === '&' || char === '|' || char === ';' || char === '(' || char === ')') {
			this.endCommand({ isDetached: char === '&', isPiping: char === '|' });
			this.at++;
		} else if (/\s/.test(char)) {
			this.endWord();
			this.at++;
		} else {
			this.add(char, 1);
		}
	}

	/** `2>&1`, `>> file`, `<<EOF`; a number before it is part of it. */
	private readRedirection(): void {
		const [sign = ''] = /^(?:&>>?|<<<|<<-?|<[&>]?|>[>&|]?)/.exec(this.line.slice(this.at, this.at + 3)) ?? [];
		if (/^\d+$/.test(this.word ?? '')) {
			this.word = undefined;
		}
		this.endWord();
		this.hasInput ||= sign.startsWith('<');
		this.isHereEnd = sign === '<<' || sign === '<<-';
		this.isRedirected = true;
		this.at += sign.length;
	}

	/** Double quotes, within which substitutions are commands. */
	private readQuoted(): void {
		this.add('', 1);
		while (this.at < this.line.length && this.line.charAt(this.at) !== '"') {
			if (this.line.startsWith('$(', this.at)) {
				this.readSubstitution(2);
			} else if (this.line.charAt(this.at) === '`') {
				this.readInBackquotes();
			} else {
				const isEscaped = this.line.charAt(this.at) === '\\';
				this.add(this.line.charAt(this.at + (isEscaped ? 1 : 0)), isEscaped ? 2 : 1);
			}
		}
		this.at++;
	}

	private readSubstitution(length: number): void {
		const start = this.at + length;
		const end = this.closingOf(start - 1);
		const text = this.line.slice(start, end);
		// As in double quotes, only substitutions are commands in a calculation: $((5 & 3)).
		this.readInner(this.isCalculation(start - 1) ? `"${text}"` : text);
		this.add('', end + 1 - this.at);
	}

	/** Some shells read ((5 & 3)) as a calculation, others as commands: none of it is taken for detached. */
	private readCalculation(): void {
		const end = this.closingOf(this.at);
		const nBefore = this.found.length;
		this.readInner(this.line.slice(this.at + 2, end - 1));
		const inner = this.found.splice(nBefore);
		this.found.push(...inner.map(command => ({ ...command, isDetached: false })));
		this.at = end + 1;
	}

	/** Whether the parenthesis at a place, and the next one, are closed together. */
	private isCalculation(at: number): boolean {
		return this.line.charAt(at + 1) === '(' && this.closingOf(at) === this.closingOf(at + 1) + 1;
	}

	/** The position that closes the parenthesis at a position; else the end of the line. */
	private closingOf(at: number): number {
		this.closings ??= closingsIn(this.line);
		return this.closings.get(at) ?? this.line.length;
	}

	private readInBackquotes(): void {
		const end = this.indexOrEnd('`', this.at + 1);
		this.readInner(this.line.slice(this.at + 1, end));
		this.add('', end + 1 - this.at);
	}

	private readInner(text: string): void {
		if (this.depth > 0) {
			this.found.push(...new ShellReader(text, this.depth - 1).read());
		}
	}

	private add(text: string, length: number): void {
		this.word = (this.word ?? '') + text;
		this.at += length;
	}

	private endWord(): void {
		const { word } = this;
		this.word = undefined;
		if (word === undefined) {
			return;
		}
		if (this.isRedirected) {
			this.isRedirected = false;
			this.waiting.push(...(this.isHereEnd ? [word] : []));
			this.isHereEnd = false;
		} else if (this.words.length > 0 || !(assignment.test(word) || openingWords.has(word))) {
			this.words.push(word);
		}
	}

	private endCommand({ isDetached = false, isPiping = false } = {}): void {
		this.endWord();
		const { words, hasInput } = this;
		if (words.length > 0 || isDetached) {
			this.found.push({ words, hasInput, isDetached });
		}
		this.words = [];
		this.hasInput = isPiping;
		this.isRedirected = false;
	}

	private skipHereDocuments(): void {
		for (const end of this.waiting.splice(0)) {
			while (this.at < this.line.length) {
				const lineEnd = this.indexOrEnd('\n', this.at);
				const text = this.line.slice(this.at, lineEnd).replace(/^\t+/, '');
				this.at = lineEnd + 1;
				if (text === end) {
					break;
				}
			}
		}
	}

	private indexOrEnd(text: string, from: number): number {
		const found = this.line.indexOf(text, from);
		return found < 0 ? this.line.length : found;
	}
}

/** The closing position of each parenthesis of a line, quoted or not. */
function closingsIn(line: string): ReadonlyMap<number, number> {
	const closings = new Map<number, number>();
	const open: number[] = [];
	for (let at = 0; at < line.length; at++) {
		if (line.charAt(at) === '(') {
			open.push(at);
		} else if (line.charAt(at) === ')' && open.length > 0) {
			closings.set(open.pop() ?? 0, at);
		}
	}
	return closings;
}
