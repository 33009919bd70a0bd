import type { Workspace } from '../history/pure/workspace';
import type { AgentDeps } from '../models/pure/requests/agentDeps';
import type { ExecutionDeps } from '../sandbox/pure/execution/executionDeps';

/** The services a run works with. */
export interface RunContext {
	readonly workspace: Workspace;
	readonly signal: AbortSignal;
	/** Absent if no model is used. */
	readonly agent?: AgentDeps;
	/** Absent if nothing may be executed. */
	readonly execution?: ExecutionDeps;
}

/** Those of a run with a model. */
export interface ModelContext extends RunContext {
	readonly agent: AgentDeps;
}
