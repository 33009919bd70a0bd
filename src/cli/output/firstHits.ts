import type { FileHits } from '../../code/pure/search/text/textHit';
import { splitLines } from '../../code/pure/texts/fileTexts';
import type { Terminal } from '../terminal';

const mostLines = 20;
const widestLine = 120;
/** A search that takes no longer shows its answer only. */
const longMs = 1000;

/** Prints the first lines that a long search finds, while the search is running. */
export class FirstHits {
	private readonly waiting: string[] = [];
	private nAdded = 0;
	private timer: NodeJS.Timeout | undefined;

	constructor(private readonly terminal: Pick<Terminal, 'note' | 'showsProgress' | 'isVerbose'>) {
		const { showsProgress, isVerbose } = terminal;
		if (showsProgress && !isVerbose) {
			this.timer = setTimeout(() => this.print(), longMs);
		}
	}

	add({ file, text, hits }: FileHits): void {
		if (!this.terminal.showsProgress || this.nAdded >= mostLines) {
			return;
		}
		const lines = splitLines(text);
		for (const { startLine } of hits.slice(0, mostLines - this.nAdded)) {
			this.waiting.push(`${file}:${startLine}: ${lines[startLine - 1]?.trim().slice(0, widestLine)}`);
			this.nAdded++;
		}
		if (this.timer === undefined) {
			this.print();
		}
	}

	/** The whole answer is known. */
	end(): void {
		clearTimeout(this.timer);
	}

	private print(): void {
		this.timer = undefined;
		for (const line of this.waiting.splice(0)) {
			this.terminal.note(line);
		}
	}
}
