import allowed from './environment.json';

type Variables = Readonly<Record<string, string | undefined>>;

export interface ChildEnvironmentOptions {
	/** Names that are allowed as well: variables of interpreters, and the user's own. */
	readonly names?: readonly string[];
	/** Variables to add; undefined unsets one. */
	readonly extra?: Variables | undefined;
}

/**
 * The environment for another program: only our variables whose names are allowed, then `extra`. A list of
 * forbidden names would miss secrets with unusual names, and variables that redirect a program.
 */
export function childEnvironment(
	own: Variables,
	{ names = [], extra = {} }: ChildEnvironmentOptions = {},
): Record<string, string> {
	const isAllowed = allowing(names);
	const kept = Object.entries(own).filter(([name]) => isAllowed(name));
	return Object.fromEntries(Object.entries({ ...Object.fromEntries(kept), ...extra }).filter(isSet));
}

/** The names of the variables that `childEnvironment` leaves out. */
export function withheldNames(own: Variables, names: readonly string[] = []): readonly string[] {
	const isAllowed = allowing(names);
	return Object.keys(own).filter(name => !isAllowed(name));
}

/** Windows compares names without case. */
function allowing(more: readonly string[]): (name: string) => boolean {
	const isWindows = process.platform === 'win32';
	const key = (name: string) => (isWindows ? name.toUpperCase() : name);
	const names = new Set([...allowed.names, ...allowed.windows, ...more].map(key));
	return name => names.has(key(name)) || allowed.prefixes.some(prefix => key(name).startsWith(prefix));
}

function isSet(entry: [string, string | undefined]): entry is [string, string] {
	return entry[1] !== undefined;
}
