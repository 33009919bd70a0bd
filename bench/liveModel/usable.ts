import { seededOrder } from '../support/seededOrder';

/** A line of the file of checked instances. */
export interface CheckedInstance {
	readonly id: string;
	readonly command: string;
	readonly environment: Readonly<Record<string, string>>;
	/** Why it cannot be used here. */
	readonly problem?: string;
	/** How many other tests of these files pass with and without the fix. */
	readonly nOthers?: number;
	/** The end of what the tests printed with the fix. */
	readonly output?: string;
}

/** The ids of the usable instances, in the order of a seed; the first `draw` of them, or all. */
export function drawn(checked: string, { draw, seed }: { readonly draw?: string | undefined; readonly seed: string }) {
	const rows = checked
		.split('\n')
		.filter(line => line !== '')
		.map(line => JSON.parse(line) as CheckedInstance);
	const usable = rows.filter(({ problem }) => problem === undefined).map(({ id }) => id);
	const ordered = seededOrder(usable, id => id, Number(seed));
	return draw === undefined ? ordered : ordered.slice(0, Number(draw));
}
