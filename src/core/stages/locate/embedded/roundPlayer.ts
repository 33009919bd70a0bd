import { rootNode } from '../../../model/run';
import type { RunEventBody } from '../../../model/runEvent';
import type { RunCall, RunNode } from '../../../model/runNode';
import type { Sighting } from '../../../rank/sighting';
import type { RunLog } from '../../../runLog';
import { callKey } from '../../../tools/callKey';
import { callTool } from '../../../tools/callTool';
import type { ToolAnswer } from '../../../tools/tool';
import type { Workspace } from '../../../workspace';
import type { PlannedCall } from './plannedCall';

/** One round before it is played. */
export interface PlannedRound {
	readonly title: string;
	/** Why these calls, in plain words. */
	readonly reasoning: readonly string[];
	readonly calls: readonly PlannedCall[];
	/** Verb, object and outcome, given what was answered. */
	readonly summary: (answered: readonly AnsweredCall[]) => string;
}

export interface AnsweredCall {
	readonly call: PlannedCall;
	readonly answer: ToolAnswer;
}

/**
 * Plays rounds: makes their calls in order and writes everything into the run's log. A round that the log holds whole is
 * not played again: its recorded answers count. One that was torn starts over.
 */
export class RoundPlayer {
	private readonly log: RunLog;
	private readonly workspace: Workspace;
	private readonly signal: AbortSignal | undefined;
	private readonly asked = new Set<string>();
	private nPlayed = 0;

	constructor(log: RunLog, workspace: Workspace, signal?: AbortSignal) {
		this.log = log;
		this.workspace = workspace;
		this.signal = signal;
	}

	/** Calls not made in an earlier round, each once. */
	notAsked(calls: readonly PlannedCall[]): PlannedCall[] {
		const seen = new Set(this.asked);
		return calls.filter(call => {
			const key = callKey(call);
			const isNew = !seen.has(key);
			seen.add(key);
			return isNew;
		});
	}

	/** The node of the round to be played next. */
	get nextNode(): string {
		return `r${this.nPlayed + 1}`;
	}

	/** What was answered, and what it says. Throws when the signal is aborted. */
	async play(round: PlannedRound): Promise<Sighting[]> {
		const node = this.nextNode;
		this.nPlayed++;
		const recorded = this.log.run.nodes.find(each => each.id === node && each.state === 'closed');
		const answered = recorded === undefined ? await this.playNew(node, round) : replay(recorded, round.calls);
		for (const call of [...round.calls, ...(recorded?.calls ?? [])]) {
			this.asked.add(callKey(call));
		}
		return answered.flatMap(each => sightingOf(each, node));
	}

	private async playNew(node: string, { title, reasoning, calls, summary }: PlannedRound): Promise<AnsweredCall[]> {
		await this.emit(node, { type: 'nodeOpened', parent: rootNode, kind: 'round', title });
		for (const text of reasoning) {
			await this.emit(node, { type: 'reasoned', text });
		}
		const answered: AnsweredCall[] = [];
		for (const [at, call] of calls.entries()) {
			answered.push({ call, answer: await this.ask(node, `${node}.${at + 1}`, call) });
		}
		await this.emit(node, { type: 'nodeClosed', summary: summary(answered) });
		return answered;
	}

	private async ask(node: string, id: string, { tool, args }: PlannedCall): Promise<ToolAnswer> {
		await this.emit(node, { type: 'toolCalled', call: id, tool, args });
		const answer = await callTool(tool, args, this.workspace, this.signal);
		await this.emit(node, { type: 'toolAnswered', call: id, ...answer });
		return answer;
	}

	/** Nothing is written any more once the signal is aborted. */
	private async emit(node: string, body: RunEventBody): Promise<void> {
		this.signal?.throwIfAborted();
		await this.log.emit(node, body);
	}
}

/** The recorded answers, in the place of those that would be given now. */
function replay(node: RunNode, planned: readonly PlannedCall[]): AnsweredCall[] {
	const byKey = new Map(planned.map(call => [callKey(call), call]));
	return node.calls.flatMap((recorded: RunCall) => {
		const call = byKey.get(callKey(recorded));
		return call === undefined || recorded.answer === undefined ? [] : [{ call, answer: recorded.answer }];
	});
}

function sightingOf({ call, answer }: AnsweredCall, node: string): Sighting[] {
	if (!answer.ok || answer.places.length === 0 || call.says === undefined) {
		return [];
	}
	const { kind, weight, text, line } = call.says;
	const places = line === undefined ? answer.places : nearest(answer, line);
	return [{ kind, weight, text, node, places }];
}

/** The one place nearest to a line; what was found in line order comes first among equals. */
function nearest({ places }: ToolAnswer, line: number): ToolAnswer['places'] {
	const distances = places.map(({ startLine, endLine }) => Math.max(0, startLine - line, line - endLine));
	const least = Math.min(...distances);
	return places.filter((_, at) => distances[at] === least).slice(0, 1);
}
