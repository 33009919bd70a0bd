import type { Cure, CureKind } from '../../system/pure/errors/cure';

export interface ModelErrorOptions {
	/** The user's remedy: the second part of the message. */
	readonly advice?: string;
	/** Unless given, the cures for its kind. */
	readonly cures?: readonly Cure[];
	readonly retryAfterMs?: number | undefined;
	readonly cause?: unknown;
}

/** A request without a usable answer. The message names the server and states the remedy. */
export class ModelError extends Error {
	override readonly name = 'ModelError';
	readonly kind: ModelErrorKind;
	/** The message without the advice, which is of no use while the request is repeated. */
	readonly reason: string;
	/** The actions that are offered with it, best first. */
	readonly cures: readonly Cure[];
	/** How long the server asks to wait. */
	readonly retryAfterMs: number | undefined;

	constructor(kind: ModelErrorKind, reason: string, options: ModelErrorOptions = {}) {
		const { advice = '', cause, retryAfterMs: afterMs } = options;
		const wait = afterMs === undefined ? {} : { afterMs };
		const usual = modelErrorCures[kind].map(each => ({ kind: each, ...(each === 'retry' && wait) }));
		super(`${reason} ${advice}`.trim(), { cause });
		this.kind = kind;
		this.reason = reason;
		this.cures = options.cures ?? usual;
		this.retryAfterMs = afterMs;
	}
}

/**
 * `refused`: the server or VS Code does not allow it (401, 403, no consent); `unknownModel`: 404; `unsupported`: the
 * request uses a feature the server lacks (tools, JSON); `malformed`: an unreadable answer; `tooLong`: an answer beyond
 * all limits; `redirected`: the server names another one, which is sent nothing.
 */
export type ModelErrorKind =
	| 'unreachable'
	| 'refused'
	| 'unknownModel'
	| 'rateLimited'
	| 'quota'
	| 'contextTooLong'
	| 'unsupported'
	| 'timeout'
	| 'serverError'
	| 'cutOff'
	| 'empty'
	| 'malformed'
	| 'tooLong'
	| 'redirected';

/** The cures for each kind, best first. */
export const modelErrorCures: Readonly<Record<ModelErrorKind, readonly CureKind[]>> = {
	unreachable: ['retry', 'editEndpoint', 'chooseModel'],
	refused: ['setKey', 'chooseModel', 'retry'],
	unknownModel: ['chooseModel', 'editEndpoint', 'retry'],
	rateLimited: ['retry', 'chooseModel'],
	quota: ['chooseModel', 'setKey', 'retry'],
	contextTooLong: ['chooseModel'],
	unsupported: ['testModel', 'chooseModel'],
	timeout: ['retry', 'chooseModel'],
	serverError: ['retry', 'chooseModel'],
	cutOff: ['retry', 'chooseModel'],
	empty: ['retry', 'chooseModel'],
	malformed: ['editEndpoint', 'chooseModel', 'retry'],
	tooLong: ['chooseModel', 'retry'],
	redirected: ['editEndpoint', 'chooseModel', 'retry'],
};
