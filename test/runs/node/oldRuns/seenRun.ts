import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { shownPatch } from '../../../../src/patches/pure/acceptance/shownPatches';
import { type PatchCandidate, patchCandidates } from '../../../../src/runs/pure/fold/patchCandidates';
import { roundNumbers } from '../../../../src/runs/pure/fold/roundNumbers';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { fixOf } from '../../../../src/runs/pure/fold/runFix';
import type { RunNode } from '../../../../src/runs/pure/fold/runNode';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { patchSummary } from '../../../../src/runs/pure/fold/shownPatch';
import { costOf } from '../../../../src/runs/pure/fold/spent';
import type { ChatMessage, RequestedCall, Usage } from '../../../../src/runs/pure/model/chat';
import { confidence } from '../../../../src/runs/pure/model/confidence';
import type { BugLocation } from '../../../../src/runs/pure/model/location';

const price = { input: 2, cachedInput: 0.5, output: 8 };

/**
 * Everything a user sees of a run, in whatever view, as plain JSON data without internal ids: rounds have the numbers that
 * are displayed, patches theirs. For an old run it stays the same, however events and fold change.
 */
export function seenRun(run: Run): unknown {
	const { state, pause, message, goal, engine, server, issue, workspace, index, brief } = run;
	const numbers = roundNumbers(run);
	const ofKind = (kind: RunNode['kind']) => nodesOf(run).filter(node => node.kind === kind);
	return withoutUndefined({
		...{ state, pause, message, goal, engine, server, workspace, index },
		issue: { title: issue.title, digest: digestOf(issue.body), source: issue.source.kind },
		sentIssue: brief?.edited,
		notes: ofKind('run').flatMap(({ notes }) => notes),
		rounds: ofKind('round').map(node => ({ number: numbers.get(node.id), ...seenNode(node, run) })),
		feedback: ofKind('feedback').map(({ title, parent = '' }) => ({ text: title, afterRound: numbers.get(parent) })),
		stages: ofKind('stage').map(node => seenNode(node, run)),
		locations: run.selected.locations.map(location => seenLocation(location, run, numbers)),
		isProvisional: run.selected.isProvisional,
		ranking: run.selected.ranking,
		reproducers: fixOf(run).reproducers.map(({ language, file, text }) => ({ language, file, digest: digestOf(text) })),
		patches: patchCandidates(fixOf(run)).map(candidate => seenPatch(candidate, run)),
		spent: {
			...{ requests: run.nRequests, ...run.usage, cost: costOf(run.usage, price) },
			activeMs: run.activeMs,
			raisedCaps: run.caps,
		},
	});
}

function seenPatch(candidate: PatchCandidate, run: Run): object {
	const shown = shownPatch(candidate, run.decisions);
	return {
		...{ number: shown.number, summary: patchSummary(shown), verdict: shown.verdict.verdict },
		evidence: shown.evidence.map(({ label, text, verdict }) => ({ label, text, verdict })),
		diff: candidate.patch.diff.split('\n'),
	};
}

function seenNode({ state, title, summary, reasoning, notes, calls, requests }: RunNode, run: Run): object {
	return {
		...{ state, title, summary, reasoning, notes },
		calls: calls.map(({ tool, args, answer }) => ({
			...{ tool, args },
			answer: answer && { ok: answer.ok, digest: digestOf(answer.text), places: answer.places.length },
		})),
		requests: requests.map(({ purpose, sent, failures, answer }) => ({
			...{ purpose, failures },
			sent: { messages: sent.length, digest: digestOf(sent.map(at => messageText(run.messages[at])).join('\n')) },
			answer: answer && { digest: digestOf(answer.text + callsText(answer.toolCalls)), ...tokens(answer.usage) },
		})),
	};
}

function messageText(message: ChatMessage | undefined): string {
	assert.ok(message, 'a request sends what is not there');
	const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
	return `${message.role}: ${message.text}${callsText(calls)}`;
}

function callsText(calls: readonly RequestedCall[]): string {
	return calls.map(call => `\n${call.name} ${call.arguments}`).join('');
}

function tokens({ inputTokens, cachedTokens, outputTokens }: Usage): object {
	return { inputTokens, cachedTokens, outputTokens };
}

function seenLocation(location: BugLocation, run: Run, numbers: ReadonlyMap<string, string>): object {
	const { id, score, evidence, ...place } = location;
	return {
		...place,
		confidence: run.dismissed.includes(id) ? 'dismissed' : confidence({ score }, run.selected),
		evidence: evidence.map(({ text, node = '' }) => ({ text, round: numbers.get(node) })),
	};
}

/** Long texts are compared by the first 16 digits of a SHA-256. */
function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** As read from a file. */
function withoutUndefined(data: unknown): unknown {
	return JSON.parse(JSON.stringify(data));
}
