/** The part of the context window that is kept for the answer, and the most that is kept. */
const answerShare = 0.25;
const mostAnswerTokens = 32_000;
/** The share that is used after a server reported that less fits than expected. */
const shrunkShare = 0.6;
/** Tokens per estimated token that a vocabulary may have; a server that reports others counts something else. */
const likelyRatios = { least: 0.75, most: 4 };

/** How much of a conversation fits into a model's context window. */
export class ContextWindow {
	private limitTokens: number;
	/** Tokens as the server counts them per estimated token. */
	private tokenRatio = 1;

	constructor(contextTokens: number) {
		this.limitTokens = contextTokens - Math.min(Math.floor(contextTokens * answerShare), mostAnswerTokens);
	}

	/** A copy with the present knowledge; later knowledge is not shared between the two. */
	copy(): ContextWindow {
		const copy = new ContextWindow(0);
		Object.assign(copy, { limitTokens: this.limitTokens, tokenRatio: this.tokenRatio });
		return copy;
	}

	/** Estimated tokens that a request may have. */
	get room(): number {
		return this.limitTokens / this.tokenRatio;
	}

	/** Corrects the estimates by the server's count for a request. */
	learn(estimatedTokens: number, countedTokens: number): void {
		if (estimatedTokens > 0 && countedTokens > 0) {
			const ratio = countedTokens / estimatedTokens;
			this.tokenRatio = Math.min(Math.max(ratio, likelyRatios.least), likelyRatios.most);
		}
	}

	/** The server rejected a request with as many estimated tokens. */
	shrink(estimatedTokens: number): void {
		this.limitTokens = Math.floor(Math.min(this.limitTokens, estimatedTokens * this.tokenRatio) * shrunkShare);
	}
}
