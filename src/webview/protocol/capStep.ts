import type { Cap } from '../../runs/pure/events/runEvent';
import type { RunLimits } from './messages';

/** The increase when the user continues a run at a cap: the amount that the settings allow a run. */
export function capStep(cap: Cap, limit: number, { caps }: Pick<RunLimits, 'caps'>): number {
	return caps[cap] ?? limit;
}
