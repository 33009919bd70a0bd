import { Parser } from 'htmlparser2';

/** Of elements around one another, and of the text in one. More is no report of tests, or not kept anyway. */
const most = { depth: 100, text: 100_000 } as const;

/** Takes a report as it is parsed. */
export interface XmlReader {
	/** Reports in its form name a document type: its definitions are not read. Others with one are refused. */
	readonly namesType?: true;
	open(name: string, attributes: Readonly<Record<string, string>>): void;
	add?(text: string): void;
	close(name: string): void;
}

/**
 * Reads a report in XML as it is parsed; no entities are defined by it, and its depth is limited: the tests of an
 * untrusted project could have written it. Returns its problem, in words that follow the runner's name.
 */
export function readXml(text: string, reader: XmlReader, results?: { isFinished: boolean }): string | undefined {
	let problem: string | undefined;
	let depth = 0;
	let hasRoot = false;
	// Elements without an end of their own are closed then.
	let isEnding = false;
	const stop = (why: string) => {
		problem ??= `wrote a report that is not whole: ${why}`;
	};
	const parser = new Parser(
		{
			onopentag: (name, attributes) => {
				hasRoot = true;
				depth++;
				reader.open(name, attributes);
				return depth <= most.depth || stop('its elements are too deep');
			},
			onclosetag: (name, isImplied) => {
				if (isEnding && isImplied) {
					return stop(`it ends in a ${name}`);
				}
				depth--;
				reader.close(name);
			},
			ontext: piece => reader.add?.(piece),
			onprocessinginstruction: name =>
				!reader.namesType && name.toLowerCase().startsWith('!doctype') && stop('it defines a document type'),
		},
		{ xmlMode: true },
	);
	// In pieces, so that little of a huge report is read once it is known to be none.
	for (let at = 0; at < text.length && problem === undefined; at += pieceLength) {
		parser.write(text.slice(at, at + pieceLength));
	}
	isEnding = true;
	parser.end();
	if (!hasRoot) {
		stop('it has no element');
	}
	if (results !== undefined) {
		results.isFinished = problem === undefined;
	}
	return problem;
}

const pieceLength = 1_000_000;

/** The text of the element that is wanted, as far as it is kept. */
export class ElementText {
	private pieces: string[] | undefined;
	private nCharacters = 0;

	get isOpen(): boolean {
		return this.pieces !== undefined;
	}

	begin(): void {
		this.pieces = [];
		this.nCharacters = 0;
	}

	add(piece: string): void {
		if (this.pieces !== undefined && this.nCharacters < most.text) {
			this.pieces.push(piece.slice(0, most.text));
			this.nCharacters += piece.length;
		}
	}

	/** Undefined if no text was wanted. */
	end(): string | undefined {
		const text = this.pieces?.join('');
		this.pieces = undefined;
		return text;
	}
}
