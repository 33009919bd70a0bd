import { Transform, type TransformCallback } from 'node:stream';

/** In bytes. A longer line is passed on without its end: the transport ends the connection. */
const longestLine = 10 * 1024 * 1024;

/**
 * Passes on a stream in pieces that contain the end of a line. The transport copies the received part of a line with
 * each new piece, which takes long for many pieces.
 */
export class WholeLines extends Transform {
	private pieces: Buffer[] = [];
	private nBytes = 0;

	override _transform(piece: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
		this.pieces.push(piece);
		this.nBytes += piece.length;
		if (piece.includes('\n') || this.nBytes > longestLine) {
			this.handOn();
		}
		done();
	}

	override _flush(done: TransformCallback): void {
		this.handOn();
		done();
	}

	private handOn(): void {
		this.push(Buffer.concat(this.pieces));
		this.pieces = [];
		this.nBytes = 0;
	}
}
