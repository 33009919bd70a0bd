import { StringDecoder } from 'node:string_decoder';
import { BoundedText } from '../../core/util/boundedText';

/** What a process writes, UTF-8 in pieces: as much of it as is kept. */
export class OutputText {
	private readonly decoder = new StringDecoder('utf8');
	private readonly kept: BoundedText;

	/** `limit` in characters. */
	constructor(limit: number) {
		this.kept = new BoundedText(limit);
	}

	/** Returns the piece as text, but for a character that is not whole yet. */
	add(bytes: Buffer): string {
		const piece = this.decoder.write(bytes);
		this.kept.add(piece);
		return piece;
	}

	/** Call once, after the last piece. */
	end(): string {
		this.kept.add(this.decoder.end());
		return this.kept.text();
	}
}
