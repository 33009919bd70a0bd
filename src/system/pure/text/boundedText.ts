/** Unbounded text that arrives in pieces: keeps its beginning and its end, cut at whole lines, and counts the rest. */
export class BoundedText {
	private readonly limit: number;
	private head = '';
	private tail = '';
	private nLeftOut = 0;

	/** `limit` in characters, half for each end. */
	constructor(limit: number) {
		this.limit = limit / 2;
	}

	add(piece: string): void {
		const room = this.limit - this.head.length;
		this.head += piece.slice(0, room);
		this.tail += piece.slice(room);
		// Not for each piece: cutting copies the rest.
		if (this.tail.length > 2 * this.limit) {
			this.cut();
		}
	}

	text(): string {
		this.cut();
		if (this.nLeftOut === 0) {
			return this.head + this.tail;
		}
		const head = this.head.slice(0, this.head.lastIndexOf('\n') + 1) || `${this.head}\n`;
		const tail = this.tail.slice(this.tail.indexOf('\n') + 1) || this.tail;
		const nCut = Math.max(0, this.head.length - head.length) + this.tail.length - tail.length;
		return `${head}[${this.nLeftOut + nCut} characters left out]\n${tail}`;
	}

	private cut(): void {
		const nOver = Math.max(0, this.tail.length - this.limit);
		this.tail = this.tail.slice(nOver);
		this.nLeftOut += nOver;
	}
}
