import type { ServerContext } from '@modelcontextprotocol/server';
import type { Progress } from '../../system/pure/progress';

/** Files are counted much faster than anybody reads. */
const intervalMs = 100;

/**
 * Reports progress on a request to the client that asked for it. The protocol wants numbers that only grow, even if one
 * kind of work follows another.
 */
export class McpProgress {
	private base = 0;
	private last = { done: -1, total: 0 };
	private sentAt = Number.NEGATIVE_INFINITY;

	/** `clean`: returns the text to show. */
	constructor(
		private readonly request: ServerContext['mcpReq'],
		private readonly clean: (text: string) => string,
	) {}

	report({ done, total, message }: Progress): void {
		const progressToken = this.request._meta?.progressToken;
		const isCounted = total > 0;
		if (progressToken === undefined || (isCounted && done < total && performance.now() - this.sentAt < intervalMs)) {
			return;
		}
		if (done <= this.last.done || total !== this.last.total) {
			this.base += Math.max(this.last.done, 0) + 1;
		}
		this.last = { done, total };
		this.sentAt = performance.now();
		const params = {
			...{ progressToken, progress: this.base + done, message: this.clean(message) },
			...(isCounted && { total: this.base + total }),
		};
		// A client that is gone is noticed elsewhere.
		this.request.notify({ method: 'notifications/progress', params }).catch(() => undefined);
	}
}
