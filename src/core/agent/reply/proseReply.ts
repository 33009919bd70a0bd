import type { AgentReply, NamedPlace } from './agentReply';
import { boundInvocation } from './invocation';
import { isReplyValue, valueReply } from './jsonReply';
import { jsonIn } from './jsonText';
import { labelledPlaces } from './labelledPlaces';
import { mergedReply } from './mergedReply';
import { prosePlaces } from './prosePlaces';
import { tablePlaces } from './tablePlaces';
import { toolCallsIn, type WrittenCall } from './writtenCalls';

/** `isSure`: the text itself clearly holds what it says, so that no model needs to be asked what it means. */
export interface ProseReply extends AgentReply {
	readonly isSure: boolean;
}

/**
 * Reads calls and bug locations out of running text, without a model. Empty where the text holds neither. It is sure of
 * calls that can be made, unless the text says that none is needed: what it then names beside them is tentative, since
 * nothing but the calls is acted on. It is sure of locations alone where they are labelled, listed or in a table or JSON.
 */
export function proseReply(text: string): ProseReply {
	const said = text.replaceAll(/<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/g, '');
	const json = jsonIn(said, isReplyValue);
	if (json !== undefined) {
		const reply = valueReply(json);
		return { ...reply, isSure: isUseful(reply) && reply.problems.length === 0 };
	}
	const written = toolCallsIn(said).filter(call => !isPast(said, call));
	const { places, isPlain } = placesIn(withoutCalls(said, toolCallsIn(said)), written.length > 0);
	const reply = mergedReply([...written.map(call => readCall(said, call)), { locations: places }]);
	const isClear = reply.calls.length > 0 ? !saysEnough(said) : isPlain;
	return { ...reply, isSure: isClear && isUseful(reply) && reply.problems.length === 0 };
}

function isUseful({ calls, locations }: AgentReply): boolean {
	return calls.length + locations.length > 0;
}

function readCall(text: string, call: WrittenCall): Partial<AgentReply> {
	const bound = boundInvocation(call, text.slice(call.start, call.end));
	return 'problem' in bound ? { problems: [bound.problem] } : { calls: [bound.call] };
}

/** Beside calls, only what is announced as a bug location is one. */
function placesIn(
	text: string,
	hasCalls: boolean,
): { readonly places: readonly NamedPlace[]; readonly isPlain: boolean } {
	const section = locationSection(text) ?? (hasCalls ? '' : undefined);
	const rows = tablePlaces(section ?? text);
	if (rows.length > 0) {
		return { places: rows, isPlain: true };
	}
	const labelled = labelledPlaces(section ?? text);
	if (labelled.places.length > 0) {
		return labelled;
	}
	return { places: prosePlaces(section ?? suspectSentences(text)), isPlain: false };
}

/** From the line on that announces where the bug is. */
function locationSection(text: string): string | undefined {
	const match =
		/^[^\n`]*\b(?:bug(?:gy)?[\s_-]*(?:locations?|files?|methods?|places?)|locations? of the bugs?)\b/im.exec(text);
	return match === null ? undefined : text.slice(match.index).replace(/^[^\n:]*?\bwhere (?:are|is) (?:the )?/i, '');
}

/** Sentences that say that something is wrong somewhere. */
function suspectSentences(text: string): string {
	const sentences = text.split(/\n+|(?<=[.!?])\s+(?=[A-Z`"])/);
	return sentences
		.filter(each => /\b(?:bug|fault|root cause|culprit|fix(?:ed)?|needs? (?:to be )?modif\w+)\b/i.test(each))
		.join('\n');
}

function withoutCalls(text: string, calls: readonly WrittenCall[]): string {
	return calls.reduceRight((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
}

/** A call that is told of, not made: `I searched search_class("A") before`, `search_class("A") returned nothing`. */
function isPast(text: string, { start, end }: WrittenCall): boolean {
	const before = /[^.:;!?\n]*$/.exec(text.slice(Math.max(0, start - 200), start))?.[0] ?? '';
	const after = text.slice(end, end + 60);
	return (
		/\b(?:I|we|already|previously|earlier)\s+(?:have\s+|already\s+|previously\s+)?(?:called|ran|used|tried|made|searched|executed)\b/i.test(
			before,
		) ||
		/\b(?:results?|output|answer)s? (?:of|from|for)\s+[`"]?$/i.test(before) ||
		/^[`*"')\s]*(?:call\s+)?(?:returned|did not|didn't|found|failed|showed|shows|gave|yielded)\b/i.test(after)
	);
}

/** That the search is over. */
function saysEnough(text: string): boolean {
	return /\b(?:no (?:more|further|additional|new) (?:\w+ ){0,3}(?:calls?|context|searches|information) (?:is|are) (?:needed|necessary|required)|(?:do not|don't) need (?:any )?(?:more|further|additional) (?:\w+ )?(?:calls?|context))\b/i.test(
		text,
	);
}
