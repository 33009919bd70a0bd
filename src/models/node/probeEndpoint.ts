import { type ProbedModel, probeModel } from '../pure/probe/probeModel';
import type { ModelEndpoint } from './modelEndpoint';
import { createOpenAiModel } from './openAiModel';
import { serverContext } from './serverContext';

/** The result of probing an endpoint, with its context if its server reports it. */
export interface ProbedEndpoint extends ProbedModel {
	readonly contextTokens?: number;
}

/**
 * Probes an endpoint's model, and asks its server for the size of the model's context window unless the endpoint states
 * it. Throws as `probeModel` does.
 */
export async function probeEndpoint(
	endpoint: Omit<ModelEndpoint, 'replyForm'>,
	signal: AbortSignal = new AbortController().signal,
): Promise<ProbedEndpoint> {
	const { replyForm, notes } = await probeModel(createOpenAiModel({ ...endpoint, replyForm: 'prose' }), signal);
	// Asked now, as the probe has loaded the model.
	const context =
		endpoint.contextTokens === undefined ? await serverContext({ ...endpoint, replyForm }, signal) : undefined;
	const { contextTokens, warning } = context ?? {};
	return {
		replyForm,
		notes: warning === undefined ? notes : [...notes, warning],
		...(contextTokens !== undefined && { contextTokens }),
	};
}
