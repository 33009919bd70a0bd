import type { RunStore } from './ports';

/** For runs nobody reads again: keeps nothing. */
export const unkeptRuns: RunStore = {
	append: async () => undefined,
	read: async () => [],
	list: async () => [],
	remove: async () => undefined,
};
