import type { AgentReply } from './agentReply';
import { bindCall, type GivenArguments } from './boundCall';
import { calledTool, unknownTool } from './calledTool';
import { givenArguments } from './givenArguments';
import { jsonPlaces } from './jsonPlaces';
import { reportLocations } from './reportLocations';

/** Fits a call by name to its tool; one of `report_bug_locations` gives its locations. */
export function namedCall(name: string, given: unknown): Partial<AgentReply> {
	const args = givenArguments(given);
	if (name.trim() === reportLocations.name) {
		return reportedPlaces(args);
	}
	const tool = calledTool(name);
	if (tool === undefined) {
		return { problems: [unknownTool(name)] };
	}
	const bound = bindCall(tool, args, `${tool.name}(${printed(args).join(', ')})`);
	return 'problem' in bound ? { problems: [bound.problem] } : { calls: [bound.call] };
}

function reportedPlaces({ positional, named }: GivenArguments): Partial<AgentReply> {
	const reply = jsonPlaces(positional.length > 0 ? positional : named, 'bug_locations');
	const isEmpty = (reply.locations ?? []).length + (reply.problems ?? []).length === 0;
	return isEmpty ? { problems: [`${reportLocations.name}: bug_locations is empty.`] } : reply;
}

function printed({ positional, named }: GivenArguments): string[] {
	const print = (value: unknown) => JSON.stringify(value) ?? 'undefined';
	return [...positional.map(print), ...Object.entries(named).map(([name, value]) => `${name}=${print(value)}`)];
}
