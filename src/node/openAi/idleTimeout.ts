/** Aborts a request that receives nothing for too long. */
export interface IdleTimeout {
	readonly controller: AbortController;
	/** Whether it aborted the request. */
	readonly isOver: boolean;
	/** The same response; each piece of it restarts the time. */
	follow(response: Response): Response;
	stop(): void;
}

/** Starts the timeout. */
export function startIdleTimeout(limitMs: number): IdleTimeout {
	const controller = new AbortController();
	let isOver = false;
	const timer = setTimeout(() => {
		isOver = true;
		controller.abort();
	}, limitMs);
	const restart = <T>(piece: T, stream: TransformStreamDefaultController<T>) => {
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
			const body = response.body?.pipeThrough(new TransformStream<Uint8Array, Uint8Array>({ transform: restart }));
			return new Response(body ?? null, response);
		},
		stop: () => clearTimeout(timer),
	};
}
