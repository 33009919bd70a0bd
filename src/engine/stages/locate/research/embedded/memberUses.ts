/** What code does with a member of an object. */
export type MemberUse = 'assigned' | 'handed' | 'checked' | 'read';

/** What a function that does this with a member is worth: the fault is seldom where something is only read. */
export const useWeights: Readonly<Record<MemberUse, number>> = { assigned: 1, handed: 0.5, checked: 0.4, read: 0.2 };

/** Where a member is used, in RE2's syntax. */
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

/** Parts of the names of functions that begin, end or guard the life of what they are handed. */
const lifeCycle =
	'(alloc|free|init|destroy|release|put|get|del|add|cancel|kill|stop|shutdown|unregister|register|lock|unlock|sync|flush|queue|submit)';

/** What a line does with a member; undefined where it does not use it. */
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
