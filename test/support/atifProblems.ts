import { isRecord } from '../../src/system/pure/fields';

/**
 * What the models of the Agent Trajectory Interchange Format, version 1.6, refuse in a document: rules written from
 * Harbor's specification and models, which are Python and not a part of this repository. Its media contents are left out.
 */
export function atifProblems(document: unknown): string[] {
	const problems: string[] = [];
	new AtifReader(problems).trajectory(document);
	return problems;
}

type Form = Readonly<Record<string, 'text' | 'number' | 'object' | 'list'>>;

class AtifReader {
	constructor(private readonly problems: string[]) {}

	trajectory(value: unknown): void {
		const fields = this.fields(value, '', {
			...{ required: ['schema_version', 'session_id', 'agent', 'steps'] },
			form: {
				...{ schema_version: 'text', session_id: 'text', agent: 'object', steps: 'list', notes: 'text' },
				...{ final_metrics: 'object', continued_trajectory_ref: 'text', extra: 'object' },
			},
		});
		this.require(/^ATIF-v1\.[0-6]$/.test(String(fields.schema_version)), 'schema_version');
		this.fields(fields.agent, 'agent', {
			required: ['name', 'version'],
			form: { name: 'text', version: 'text', model_name: 'text', tool_definitions: 'list', extra: 'object' },
		});
		this.fields(fields.final_metrics ?? {}, 'final_metrics', {
			required: [],
			form: {
				...{ total_prompt_tokens: 'number', total_completion_tokens: 'number', total_cached_tokens: 'number' },
				...{ total_cost_usd: 'number', total_steps: 'number', extra: 'object' },
			},
		});
		const steps = Array.isArray(fields.steps) ? fields.steps : [];
		this.require(steps.length > 0, 'steps: at least one');
		for (const [at, step] of steps.entries()) {
			this.step(step, at);
		}
	}

	private step(value: unknown, at: number): void {
		const place = `steps[${at}]`;
		const step = this.fields(value, place, {
			required: ['step_id', 'source', 'message'],
			form: {
				...{ step_id: 'number', timestamp: 'text', source: 'text', model_name: 'text', message: 'text' },
				...{ reasoning_content: 'text', tool_calls: 'list', observation: 'object', metrics: 'object' },
				extra: 'object',
			},
		});
		this.require(step.step_id === at + 1, `${place}: step_id in order from 1`);
		this.require(['system', 'user', 'agent'].includes(String(step.source)), `${place}: source`);
		const time = step.timestamp;
		this.require(time === undefined || !Number.isNaN(Date.parse(String(time))), `${place}: timestamp`);
		for (const field of ['model_name', 'reasoning_content', 'tool_calls', 'metrics']) {
			this.require(step.source === 'agent' || step[field] === undefined, `${place}: ${field} of the agent only`);
		}
		const ids = this.calls(step.tool_calls, place);
		const { results } = isRecord(step.observation) ? step.observation : { results: [] };
		for (const result of Array.isArray(results) ? results : []) {
			const { source_call_id: id } = this.fields(result, `${place}.observation`, {
				required: [],
				form: { source_call_id: 'text', content: 'text', subagent_trajectory_ref: 'list' },
			});
			this.require(id === undefined || ids.has(String(id)), `${place}: result of an unknown call`);
		}
		this.fields(step.metrics ?? {}, `${place}.metrics`, {
			required: [],
			form: { prompt_tokens: 'number', completion_tokens: 'number', cached_tokens: 'number', cost_usd: 'number' },
		});
	}

	private calls(value: unknown, place: string): ReadonlySet<string> {
		const ids = new Set<string>();
		for (const call of Array.isArray(value) ? value : []) {
			const { tool_call_id: id } = this.fields(call, `${place}.tool_calls`, {
				required: ['tool_call_id', 'function_name', 'arguments'],
				form: { tool_call_id: 'text', function_name: 'text', arguments: 'object' },
			});
			this.require(!ids.has(String(id)), `${place}: two calls of one id`);
			ids.add(String(id));
		}
		return ids;
	}

	private fields(
		value: unknown,
		place: string,
		{ required, form }: { readonly required: readonly string[]; readonly form: Form },
	): Readonly<Record<string, unknown>> {
		if (!isRecord(value)) {
			this.problems.push(`${place}: no object`);
			return {};
		}
		for (const name of required) {
			this.require(value[name] !== undefined, `${place}.${name} is missing`);
		}
		for (const [name, each] of Object.entries(value)) {
			const kind = form[name];
			this.require(kind !== undefined && kindOf(each) === kind, `${place}.${name}: ${kind ?? 'no such field'}`);
		}
		return value;
	}

	private require(holds: boolean, problem: string): void {
		if (!holds) {
			this.problems.push(problem);
		}
	}
}

function kindOf(value: unknown): Form[string] | undefined {
	if (Array.isArray(value)) {
		return 'list';
	}
	return isRecord(value)
		? 'object'
		: typeof value === 'string'
			? 'text'
			: typeof value === 'number'
				? 'number'
				: undefined;
}
