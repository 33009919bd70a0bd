import type { Cap } from '../core/model/run/runEvent';
import type { RunLimits } from './messages';

/** How much more a run may take when the person lets it go on at a cap: as much again as the settings allow a run. */
export function capStep(cap: Cap, limit: number, { caps }: Pick<RunLimits, 'caps'>): number {
	return caps[cap] ?? limit;
}
