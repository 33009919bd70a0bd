/** The way code uses a member of an object. */
export type MemberUse = 'assigned' | 'handed' | 'checked' | 'read';

/** The weight of a function that uses a member in this way: code that only reads it is seldom at fault. */
export const useWeights: Readonly<Record<MemberUse, number>> = { assigned: 1, handed: 0.5, checked: 0.4, read: 0.2 };

/** Returns a pattern in RE2's syntax for the uses of a member. */
export function usePattern(member: string): string {
	return `(->|\\.)${written(member)}\\b`;
}

function usePatterns(member: string): Readonly<Record<'assigned' | 'handed', string>> {
	const name = written(member);
	return {
		assigned: `(->|\\.)${name}(\\[[^\\]]*\\])?\\s*([-+*/|&^]|<<|>>)?=[^=]|(->|\\.)${name}(\\+\\+|--)`,
		handed: `${lifeCycle}\\w*\\([^;]*(->|\\.)${name}\\b`,
	};
}

/** Parts of the names of functions that begin, end or guard the life of their arguments. */
const lifeCycle =
	'(alloc|free|init|destroy|release|put|get|del|add|cancel|kill|stop|shutdown|unregister|register|lock|unlock|sync|flush|queue|submit)';

/** Returns the way a line uses a member; undefined if it does not use it. */
export function useOf(member: string, line: string): MemberUse | undefined {
	const text = line.slice(0, lineLength);
	const name = written(member);
	const patterns = usePatterns(member);
	if (!new RegExp(`(?:->|\\.)${name}(?![\\w$])`).test(text)) {
		return undefined;
	}
	return new RegExp(patterns.assigned).test(text)
		? 'assigned'
		: new RegExp(patterns.handed).test(text)
			? 'handed'
			: /^\s*(?:\}\s*else )?(?:if|while|switch)\b/.test(text)
				? 'checked'
				: 'read';
}

const lineLength = 300;

const verbs: Readonly<Record<MemberUse, string>> = {
	...{ assigned: 'Assigns', handed: 'Passes on', checked: 'Checks', read: 'Reads' },
};

/** `Assigns streaming` */
export function useText(use: MemberUse, member: string): string {
	return `${verbs[use]} ${member}`;
}

/** In a regular expression; a name has no other sign with a meaning there. */
function written(name: string): string {
	return name.replaceAll('$', '\\$');
}
