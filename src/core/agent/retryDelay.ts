import type { ModelError, ModelErrorKind } from '../ports';

/** How often a request is sent before its failure ends the run. */
export const maxTries = 5;

const firstDelayMs = 1000;
const longestDelayMs = 60_000;

const passing: readonly ModelErrorKind[] = [
	'unreachable',
	'rateLimited',
	'timeout',
	'serverError',
	'cutOff',
	'empty',
	'malformed',
];

/** Whether the same request may well succeed a little later. */
export function isWorthRetrying({ kind }: ModelError): boolean {
	return passing.includes(kind);
}

/** What the server asks for, or twice as long after each try: 1, 2, 4, 8 s. */
export function retryDelayMs({ retryAfterMs }: ModelError, nTries: number): number {
	return Math.min(retryAfterMs ?? firstDelayMs * 2 ** (nTries - 1), longestDelayMs);
}
