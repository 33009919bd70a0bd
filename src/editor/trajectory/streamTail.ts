import type { RunEvent } from '../../core/model/runEvent';

/** The end of an answer that is coming in: more than a row shows of it, and little enough to be sent every frame. */
const keptCharacters = 600;

export interface StreamedEnd {
	readonly node: string;
	readonly text: string;
}

/** What the model is saying right now, until its answer is in the log. */
export class StreamTail {
	private end: StreamedEnd | undefined;
	private isNew = false;

	get current(): StreamedEnd | undefined {
		return this.end;
	}

	add(node: string, piece: string): void {
		const before = this.end?.node === node ? this.end.text : '';
		this.end = { node, text: (before + piece).slice(-keptCharacters) };
		this.isNew = true;
	}

	/** Forgets what an event makes old: the whole answer, or a try that failed. */
	onEvent({ type, node }: Pick<RunEvent, 'type' | 'node'>): void {
		const endsRequest = type === 'modelAsked' || type === 'modelAnswered' || type === 'modelFailed';
		if (type === 'runEnded' || (endsRequest && node === this.end?.node)) {
			this.clear();
		}
	}

	/** The end, if it is another than the last time. */
	takeNew(): StreamedEnd | undefined {
		const taken = this.isNew ? this.end : undefined;
		this.isNew = false;
		return taken;
	}

	clear(): void {
		this.end = undefined;
		this.isNew = false;
	}
}
