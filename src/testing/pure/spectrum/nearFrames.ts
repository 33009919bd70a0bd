import type { Place } from '../../../runs/pure/model/symbol';
import type { FramePlace } from '../traces/workspaceFrames';

/** How near places are to the frames of a failure. */
export class NearFrames {
	constructor(private readonly frames: readonly FramePlace[]) {}

	/**
	 * Less than 0 if `a` is nearer: code that contains a frame, in the order of the frames; then code in the file of a
	 * frame, by the lines between them; then everything else.
	 */
	compare(a: Place, b: Place): number {
		return this.rankOf(a) - this.rankOf(b) || this.linesBetween(a) - this.linesBetween(b);
	}

	/** Whether a frame is in it. */
	isFrame(place: Place): boolean {
		return this.rankOf(place) < this.frames.length;
	}

	private rankOf(place: Place): number {
		const at = this.frames.findIndex(frame => frame.file === place.file && distance(place, lineOf(frame)) === 0);
		return at === -1 ? this.frames.length : at;
	}

	private linesBetween(place: Place): number {
		const distances = this.frames.flatMap(frame => (frame.file === place.file ? distance(place, lineOf(frame)) : []));
		return Math.min(...distances, farAway);
	}
}

/** More than the lines of any file. */
const farAway = 2 ** 31;

function lineOf({ line, functionLine }: FramePlace): number {
	return line ?? functionLine ?? farAway;
}

function distance({ startLine, endLine }: Place, line: number): number {
	return Math.max(0, startLine - line, line - endLine);
}
