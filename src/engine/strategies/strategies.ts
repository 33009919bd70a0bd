import { UserError } from '../../system/pure/errors/userError';
import { auto } from './auto';
import { researcher } from './researcher/researcher';
import { rover } from './rover';
import type { Strategy } from './strategy';
import { tree } from './tree';

/** Every strategy a user can choose; the first is the default. */
export const strategies: readonly Strategy[] = [auto, rover, researcher, tree];

/** Throws `UserError` for a name that no strategy has. */
export function strategyNamed(name: string): Strategy {
	const found = strategies.find(each => each.name === name);
	if (found === undefined) {
		const names = strategies.map(each => each.name).join(', ');
		throw new UserError(`Unknown strategy "${name}". Available: ${names}.`);
	}
	return found;
}
