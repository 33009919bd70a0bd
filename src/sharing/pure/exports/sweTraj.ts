import type { Run } from '../../../runs/pure/fold/run';
import type { RunCall } from '../../../runs/pure/fold/runNode';
import type { ChatMessage } from '../../../runs/pure/model/chat';
import { type ExitStatus, runExit } from '../report/exitStatus';
import { firstDiff, resultText } from './resultText';
import { type RunStep, type RunTrajectory, runTrajectory } from './runSteps';

/** A trajectory file of SWE-agent (`*.traj`), as its `sweagent/types.py` defines it. */
export interface SweTraj {
	readonly trajectory: readonly SweStep[];
	readonly history: readonly SweHistoryItem[];
	readonly info: {
		readonly exit_status: string;
		readonly submission: string | null;
		readonly model_stats: {
			readonly instance_cost: number;
			readonly tokens_sent: number;
			readonly tokens_received: number;
			readonly api_calls: number;
		};
	};
	/** There is nothing to run again: the actions are calls of Faultline's tools. */
	readonly replay_config: null;
	readonly environment: string;
}

interface SweStep {
	readonly action: string;
	readonly observation: string;
	readonly response: string;
	readonly thought: string;
	readonly state: Readonly<Record<string, string>>;
	/** Not measured for each step. */
	readonly execution_time: 0;
	readonly query: readonly { readonly role: string; readonly content: string }[];
	readonly extra_info: Readonly<Record<string, string>>;
}

interface SweHistoryItem {
	readonly role: 'system' | 'user' | 'assistant' | 'tool';
	readonly content: string;
	readonly agent: 'main';
	readonly message_type: 'thought' | 'action' | 'observation';
	readonly thought?: string;
	readonly action?: string;
}

/** `submitted` and `exit_cost` are SWE-agent's own words. */
const exitStatuses: Readonly<Record<ExitStatus, string>> = {
	submitted: 'submitted',
	submittedAtLimit: 'submitted (exit_cost)',
	nothing: 'exit_format',
	stopped: 'exit_error',
	unfinished: 'early_exit',
};

/** The trajectory that leads to the result of a run; its last step submits the patch, if there is one. */
export function sweTraj(run: Run): SweTraj {
	const found = runTrajectory(run);
	const acted = found.steps.filter(({ node }) => node.kind !== 'feedback').map(stepOf);
	const steps = acted.at(-1)?.action.startsWith('submit') === true ? acted : [...acted, lastStep(run)];
	const { usage, nRequests } = run;
	return {
		trajectory: steps,
		history: historyOf(run, found),
		info: {
			exit_status: exitStatuses[runExit(run).status],
			submission: firstDiff(run) ?? null,
			model_stats: {
				// The prices of the model are not part of a run.
				instance_cost: 0,
				...{ tokens_sent: usage.inputTokens, tokens_received: usage.outputTokens, api_calls: nRequests },
			},
		},
		replay_config: null,
		environment: 'faultline',
	};
}

function stepOf({ node, thought, request, calls }: RunStep): SweStep {
	return {
		action: actionOf(calls),
		observation: observationOf(calls),
		response: request?.answer?.text ?? thought,
		thought,
		...{ state: {}, execution_time: 0, query: [] },
		extra_info: { node: node.id, summary: node.summary ?? node.title },
	};
}

function lastStep(run: Run): SweStep {
	const text = resultText(run);
	const diff = firstDiff(run);
	return {
		...{ action: 'submit', observation: diff ?? '', response: text, thought: text },
		...{ state: {}, execution_time: 0, query: [], extra_info: {} },
	};
}

/** `search_method "minutes_between"`, a call a line. */
function actionOf(calls: readonly RunCall[]): string {
	return calls.map(callText).join('\n');
}

/** An imported call has its arguments as they were written. */
function callText({ tool, args }: RunCall): string {
	if (typeof args.arguments === 'string' && Object.keys(args).length === 1) {
		return `${tool} ${args.arguments}`;
	}
	return [tool, ...Object.values(args).map(value => JSON.stringify(value))].join(' ');
}

function observationOf(calls: readonly RunCall[]): string {
	return calls.map(({ answer }) => answer?.text ?? '').join('\n');
}

function historyOf(run: Run, { steps, instructions }: RunTrajectory): SweHistoryItem[] {
	const { title, body } = run.issue;
	const item = (role: SweHistoryItem['role'], content: string, type: SweHistoryItem['message_type']) => ({
		...{ role, content, agent: 'main' as const, message_type: type },
	});
	const isFor = (message: ChatMessage): message is ChatMessage & { role: 'system' } => message.role === 'system';
	return [
		...instructions.filter(isFor).map(({ text }) => item('system', text, 'observation')),
		item('user', `<pr_description>\n${title}\n\n${body}\n</pr_description>`, 'observation'),
		...steps.flatMap(({ node, thought, calls }) => {
			if (node.kind === 'feedback') {
				return [item('user', thought, 'observation')];
			}
			const action = actionOf(calls);
			const asked = { ...item('assistant', [thought, action].filter(Boolean).join('\n\n'), 'action'), thought, action };
			return calls.length === 0 ? [asked] : [asked, item('user', observationOf(calls), 'observation')];
		}),
		{ ...item('assistant', resultText(run), 'action'), thought: resultText(run), action: 'submit' },
	];
}
