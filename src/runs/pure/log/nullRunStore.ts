import type { RunStore } from './runStore';

/** Stores nothing: for runs that are never read again. */
export const nullRunStore: RunStore = {
	append: async () => undefined,
	read: async () => [],
	list: async () => [],
	remove: async () => undefined,
};
