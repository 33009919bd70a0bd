import { type ReadResourceResult, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { PublicContext } from '../../mcp/publicTool';
import { runAnswer, runStateText, runTitle } from '../../mcp/runAnswer';
import type { OutgoingGate } from '../../outgoing/pure/gate/outgoingGate';
import { UserError } from '../../system/pure/errors/userError';

const runPrefix = 'faultline://runs/';

export const runTemplate = { uriTemplate: `${runPrefix}{id}`, name: 'Run', mimeType: 'text/plain' };

/** The address of a run, as a resource. */
export function runUri(id: string): string {
	return `${runPrefix}${encodeURIComponent(id)}`;
}

/** The newest runs of the workspace. */
export async function listedRuns({ runs }: PublicContext, gate: OutgoingGate): Promise<Resource[]> {
	return (await runs.list()).map(run => ({
		uri: runUri(run.id),
		name: `Run ${run.id}`,
		title: gate.clean(runTitle(run)).text,
		description: runStateText(run),
		mimeType: runTemplate.mimeType,
	}));
}

/** A run as a model may see it. Files are read by clients themselves. */
export async function readRun(uri: string, context: PublicContext, gate: OutgoingGate): Promise<ReadResourceResult> {
	if (!uri.startsWith(runPrefix)) {
		throw new ResourceNotFoundError(uri);
	}
	try {
		const run = await context.runs.read(decodeURIComponent(uri.slice(runPrefix.length)));
		const { text } = gate.clean(runAnswer(run, await context.hidden()).text);
		return { contents: [{ uri, mimeType: runTemplate.mimeType, text }] };
	} catch (error) {
		throw error instanceof UserError || error instanceof URIError ? new ResourceNotFoundError(uri) : error;
	}
}
