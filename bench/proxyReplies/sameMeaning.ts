import type { NamedPlace } from '../../src/localizer/pure/resolve/namedPlaces';
import type { AgentReply } from '../../src/models/pure/reply/agentReply';

/** The same tools with the same arguments, whatever their order; blanks around an argument do not count. */
export function sameCalls(a: AgentReply, b: AgentReply): boolean {
	const keys = ({ calls }: AgentReply) =>
		calls
			.map(({ tool, args }) => JSON.stringify([tool, ...Object.values(args).map(value => `${value}`.trim())]))
			.sort();
	return keys(a).join('\n') === keys(b).join('\n');
}

/** Each place of one list has one in the other: the same class and method, the path of one the end of the other's. */
export function samePlaces(a: AgentReply<NamedPlace>, b: AgentReply<NamedPlace>): boolean {
	return hasAll(a.report, b.report) && hasAll(b.report, a.report);
}

function hasAll(places: readonly NamedPlace[], others: readonly NamedPlace[]): boolean {
	return places.every(place => others.some(other => isSamePlace(place, other)));
}

function isSamePlace(a: NamedPlace, b: NamedPlace): boolean {
	return a.class === b.class && a.method === b.method && isSameFile(a.file, b.file);
}

function isSameFile(a: string | undefined, b: string | undefined): boolean {
	return a === b || (a !== undefined && b !== undefined && (`/${a}`.endsWith(`/${b}`) || `/${b}`.endsWith(`/${a}`)));
}
