import type { SearchFocus } from '../../../code/pure/search/scope/searchScopes';
import { issueAsSent } from '../../../outgoing/pure/gate/issueAsSent';
import type { StageLog } from '../../../runs/pure/log/runLog';
import type { ToolAnswer } from '../../../runs/pure/model/toolAnswer';
import type { ReadCall } from '../reply/agentReply';
import { callKey } from '../tools/callKey';
import { callTool } from '../tools/callTool';
import { changesFiles, type Tool, type ToolContext } from '../tools/tool';

/** A call with its answer. */
export interface CallResult {
	readonly call: ReadCall;
	readonly text: string;
	readonly answer: ToolAnswer;
}

/** Runs the calls of a trajectory, recorded in its nodes. A call that changes nothing runs once, when all is indexed. */
export class CallRunner {
	/** Of the calls that change nothing, by their keys. */
	private readonly answers = new Map<string, ToolAnswer>();
	/** How often a call that changes something was made. */
	private readonly changes = new Map<string, number>();
	/** Calls that changed files, or what programs find. */
	private nChanges = 0;
	/** The files whose code was shown. */
	private readonly shown = new Set<string>();

	constructor(
		private readonly log: StageLog,
		private readonly tools: readonly Tool[],
		private readonly context: ToolContext,
	) {}

	/** What the calls of the trajectory have shown, and what the issue names. */
	private get focus(): SearchFocus {
		const { focus } = this.context;
		const shown: SearchFocus = { filesInMemory: () => [...this.shown], reportedLines: [], onlyOrders: true };
		return { ...(focus ?? shown), report: issueAsSent(this.log.run) };
	}

	/** The results in the order of the calls. */
	async run(node: string, calls: readonly ReadCall[]): Promise<CallResult[]> {
		const results: CallResult[] = [];
		for (const call of calls) {
			this.context.signal?.throwIfAborted();
			const answer = await this.answer(node, call);
			const text = call.remark === undefined ? answer.text : `${call.remark}\n\n${answer.text}`;
			for (const { kind, place } of answer.parts ?? []) {
				if (kind === 'code' && place !== undefined) {
					this.shown.add(place.file);
				}
			}
			results.push({ call, text, answer });
		}
		return results;
	}

	private async answer(node: string, { tool, args }: ReadCall): Promise<ToolAnswer> {
		const key = callKey({ tool, args });
		const made = this.tools.find(each => each.name === tool);
		const changes = made?.changes === true;
		const known = changes ? undefined : this.answers.get(key);
		// What was read before a change may be different after it.
		const nth = changes ? (this.changes.get(key) ?? 0) + 1 : this.nChanges + 1;
		if (changes) {
			this.changes.set(key, nth);
		}
		if (made !== undefined && changesFiles(made)) {
			this.nChanges++;
			this.answers.clear();
		}
		const { ok, text, places, scope, parts, isUnfinished } = await this.log.step(
			node,
			key,
			{ tool, args, nth },
			async ({ id: call }) => {
				await this.log.emit(node, { type: 'toolCalled', call, tool, args });
				const answer = known ?? (await callTool(this.tools, tool, args, { ...this.context, focus: this.focus }));
				return { type: 'toolAnswered', call, ...answer };
			},
		);
		const answered = { ok, text, places, ...(scope !== undefined && { scope }), ...(parts && { parts }) };
		if (isUnfinished !== true) {
			this.answers.set(key, answered);
		}
		return answered;
	}
}
