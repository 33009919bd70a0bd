import type { Run } from '../../../runs/pure/fold/run';
import type { RunCall } from '../../../runs/pure/fold/runNode';
import { usageText } from '../../../runs/pure/fold/usage';
import { counted } from '../../../system/pure/text/counted';
import { runExit } from '../report/exitStatus';
import { runMetrics } from '../report/runMetrics';
import { firstDiff, resultText } from './resultText';
import { type RunStep, runTrajectory } from './runSteps';

/** The version of the Agent Trajectory Interchange Format that is written. Later ones only add fields. */
export const atifVersion = 'ATIF-v1.6';

/** https://harborframework.com/docs/trajectory-format; other fields than its models have are refused. */
export interface AtifTrajectory {
	readonly schema_version: typeof atifVersion;
	readonly session_id: string;
	readonly agent: {
		readonly name: string;
		readonly version: string;
		readonly model_name: string;
		readonly extra: Readonly<Record<string, string>>;
	};
	readonly steps: readonly AtifStep[];
	readonly notes: string;
	readonly final_metrics: {
		readonly total_prompt_tokens: number;
		readonly total_completion_tokens: number;
		readonly total_cached_tokens: number;
		readonly total_steps: number;
	};
	readonly extra: Readonly<Record<string, unknown>>;
}

/** Calls, reasoning and metrics are allowed in steps of the agent only; each result refers to a call of its step. */
export interface AtifStep {
	readonly step_id: number;
	readonly timestamp?: string;
	readonly source: 'system' | 'user' | 'agent';
	readonly model_name?: string;
	readonly message: string;
	readonly tool_calls?: readonly {
		readonly tool_call_id: string;
		readonly function_name: string;
		readonly arguments: Readonly<Record<string, string | number>>;
	}[];
	readonly observation?: { readonly results: readonly { readonly source_call_id: string; readonly content: string }[] };
	readonly metrics?: {
		readonly prompt_tokens: number;
		readonly completion_tokens: number;
		readonly cached_tokens: number;
	};
	readonly extra?: Readonly<Record<string, string>>;
}

export interface AtifOptions {
	/** Of Faultline. */
	readonly version: string;
	/** Milliseconds since 1970 in the form of ISO 8601. */
	readonly isoTime: (ms: number) => string;
}

/**
 * The trajectory that leads to the result of a run. The issue is the user's question, the result the agent's last
 * message.
 */
export function atif(run: Run, { version, isoTime }: AtifOptions): AtifTrajectory {
	const { steps, nLeftOut, instructions } = runTrajectory(run);
	const issue = run.issue.body.includes(run.issue.title) ? run.issue.body : `${run.issue.title}\n\n${run.issue.body}`;
	const timed = (ms: number) => ({ timestamp: isoTime(ms) });
	const written: readonly Omit<AtifStep, 'step_id'>[] = [
		...instructions
			.filter(({ role }) => role === 'system')
			.map(({ text }) => ({ ...timed(run.startedAt), source: 'system' as const, message: text })),
		{ ...timed(run.startedAt), source: 'user', message: issue },
		...steps.map(step => ({ ...timed(step.atMs), ...stepOf(step, run) })),
		{ ...timed(run.updatedAt), source: 'agent', message: resultText(run) },
	];
	const metrics = runMetrics(run);
	const patch = firstDiff(run);
	return {
		schema_version: atifVersion,
		session_id: run.id,
		agent: {
			name: run.imported?.tool ?? 'faultline',
			version: run.imported === undefined ? version : 'unknown',
			model_name: run.engine,
			extra: { strategy: run.strategy },
		},
		steps: written.map((step, at) => ({ step_id: at + 1, ...step })),
		notes: notesOf(run, nLeftOut),
		final_metrics: {
			total_prompt_tokens: metrics.inputTokens,
			total_completion_tokens: metrics.outputTokens,
			total_cached_tokens: metrics.cachedTokens,
			total_steps: written.length,
		},
		extra: {
			exit_status: runExit(run).status,
			locations: run.selected.locations.map(({ file, startLine, endLine, score }) => ({
				...{ file, start_line: startLine, end_line: endLine, score },
			})),
			...(patch !== undefined && { patch }),
		},
	};
}

function stepOf({ node, thought, request, calls }: RunStep, run: Run): Omit<AtifStep, 'step_id' | 'timestamp'> {
	if (node.kind === 'feedback') {
		return { source: 'user', message: thought };
	}
	const idOf = ({ id }: RunCall) => `${node.id}.${id}`;
	const answered = calls.filter(({ answer }) => answer !== undefined);
	const usage = request?.answer?.usage;
	return {
		source: 'agent',
		...(request !== undefined && { model_name: request.model ?? run.engine }),
		message: thought,
		...(calls.length > 0 && {
			tool_calls: calls.map(call => ({
				tool_call_id: idOf(call),
				function_name: call.tool,
				arguments: call.args,
			})),
		}),
		...(answered.length > 0 && {
			observation: {
				results: answered.map(call => ({ source_call_id: idOf(call), content: call.answer?.text ?? '' })),
			},
		}),
		...(usage !== undefined && {
			metrics: {
				prompt_tokens: usage.inputTokens,
				completion_tokens: usage.outputTokens,
				cached_tokens: usage.cachedTokens,
			},
		}),
		extra: { node: node.id, summary: node.summary ?? node.title },
	};
}

function notesOf(run: Run, nLeftOut: number): string {
	const others = nLeftOut === 0 ? '' : ` ${counted(nLeftOut, 'node')} of other branches are left out.`;
	return `The path of the run that leads to its result (${usageText(run.usage)} in the whole run).${others}`;
}
