import { StringDecoder } from 'node:string_decoder';

/** UTF-8 that comes in pieces without an end: keeps its beginning and its end, and counts what lies between. */
export class BoundedText {
	private readonly halfLimit: number;
	private readonly decoder = new StringDecoder('utf8');
	private head = '';
	private tail = '';
	private nLeftOut = 0;

	/** `limit` in characters. */
	constructor(limit: number) {
		this.halfLimit = Math.floor(limit / 2);
	}

	/** Returns the piece as text, but for a character that is not whole yet. */
	add(bytes: Buffer): string {
		const piece = this.decoder.write(bytes);
		this.keep(piece);
		return piece;
	}

	/** Call once, after the last piece. */
	end(): string {
		this.keep(this.decoder.end());
		this.cut();
		const isCut = this.nLeftOut > 0;
		return isCut ? `${this.head}\n[${this.nLeftOut} characters left out]\n${this.tail}` : this.head + this.tail;
	}

	private keep(piece: string): void {
		const room = this.halfLimit - this.head.length;
		this.head += piece.slice(0, room);
		this.tail += piece.slice(room);
		// Not with each piece: cutting copies what stays.
		if (this.tail.length > 4 * this.halfLimit) {
			this.cut();
		}
	}

	private cut(): void {
		const nOver = Math.max(0, this.tail.length - this.halfLimit);
		this.tail = this.tail.slice(nOver);
		this.nLeftOut += nOver;
	}
}
