/** Ends a request during which nothing came for too long. */
export interface IdleTimeout {
	readonly controller: AbortController;
	/** Whether it ended the request. */
	readonly isOver: boolean;
	/** The same response; each piece of it starts the time anew. */
	follow(response: Response): Response;
	stop(): void;
}

/** Starts to count at once. */
export function watchSilence(limitMs: number): IdleTimeout {
	const controller = new AbortController();
	let isOver = false;
	const timer = setTimeout(() => {
		isOver = true;
		controller.abort();
	}, limitMs);
	const heard = <T>(piece: T, stream: TransformStreamDefaultController<T>) => {
		timer.refresh();
		stream.enqueue(piece);
	};
	return {
		controller,
		get isOver() {
			return isOver;
		},
		follow: response => {
			timer.refresh();
			const body = response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ transform: heard }));
			return new Response(body ?? null, response);
		},
		stop: () => clearTimeout(timer),
	};
}
