import { plain } from '../../search/nearNames';
import type { AgentReply } from './agentReply';
import { isCallObject, jsonCalls } from './jsonCalls';
import { isPlaceObject, jsonPlaces } from './jsonPlaces';
import { isRecord, jsonIn } from './jsonText';
import { mergedReply } from './mergedReply';

const callKeys = ['apicalls', 'apicall', 'toolcalls', 'calls'];
const placeKeys = ['buglocations', 'buglocation', 'locations'];
const form = '{ "API_calls": [], "bug_locations": [] }';
const deepest = 3;

/**
 * Reads `{ "API_calls": [...], "bug_locations": [...] }`, the form of AutoCodeRover's proxy, also where it is damaged,
 * stands in other text or comes in a neighbouring shape. Never throws: whatever is wrong is a problem.
 */
export function jsonReply(text: string): AgentReply {
	const value = jsonIn(text, isRecord) ?? jsonIn(text, Array.isArray);
	if (value === undefined) {
		return mergedReply([{ problems: [`The answer holds no JSON object; it must be one such as ${form}.`] }]);
	}
	const reply = valueReply(value);
	const isEmpty = reply.calls.length + reply.locations.length + reply.problems.length === 0;
	return isEmpty ? { ...reply, problems: [nothingGiven] } : reply;
}

const nothingGiven =
	'Neither calls nor bug locations were given; at least one of API_calls and bug_locations must not be empty.';

/** Whether a JSON value says in its own keys that it is such an answer, a call or a place. */
export function isReplyValue(value: unknown): boolean {
	if (Array.isArray(value)) {
		return value.length > 0 && value.every(each => isCallObject(each) || isPlaceObject(each));
	}
	return isRecord(value) && (hasReplyKeys(value) || isCallObject(value) || isPlaceObject(value));
}

/** Reads a JSON value that is such an answer, one within other objects, or a list of calls or places alone. */
export function valueReply(value: unknown, depth = 0): AgentReply {
	if (Array.isArray(value)) {
		return mergedReply(value.map((each, at) => elementReply(each, at)));
	}
	if (!isRecord(value)) {
		return mergedReply([]);
	}
	if (hasReplyKeys(value)) {
		return keyedReply(value);
	}
	if (isPlaceObject(value) && !isCallObject(value)) {
		return mergedReply([jsonPlaces(value, 'bug_locations')]);
	}
	if (isCallObject(value)) {
		return mergedReply([jsonCalls(value, 'API_calls')]);
	}
	const inner = depth < deepest ? Object.values(value).filter(isRecord) : [];
	return mergedReply(inner.map(each => valueReply(each, depth + 1)));
}

function keyedReply(value: Readonly<Record<string, unknown>>): AgentReply {
	const entries = Object.entries(value);
	return mergedReply([
		...entries.filter(([key]) => callKeys.includes(plain(key))).map(([key, each]) => jsonCalls(each, key)),
		...entries.filter(([key]) => placeKeys.includes(plain(key))).map(([key, each]) => jsonPlaces(each, key)),
	]);
}

function elementReply(value: unknown, at: number): Partial<AgentReply> {
	return isPlaceObject(value) && !isCallObject(value)
		? jsonPlaces(value, `bug_locations[${at}]`)
		: jsonCalls(value, `API_calls[${at}]`);
}

function hasReplyKeys(value: Readonly<Record<string, unknown>>): boolean {
	return Object.keys(value).some(key => callKeys.includes(plain(key)) || placeKeys.includes(plain(key)));
}
