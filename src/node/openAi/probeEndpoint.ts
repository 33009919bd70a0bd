import { type ProbedModel, probeModel } from '../../core/agent/probeModel';
import type { ModelEndpoint } from './modelEndpoint';
import { ollamaContext } from './ollamaContext';
import { createOpenAiModel } from './openAiModel';

/** What trying an endpoint showed, its context too where its server would not otherwise tell. */
export interface ProbedEndpoint extends ProbedModel {
	readonly contextTokens?: number;
}

/** Tries an endpoint's model, and asks its server how much the model holds unless the endpoint says so. Throws as `probeModel` does. */
export async function probeEndpoint(
	endpoint: Omit<ModelEndpoint, 'replyForm'>,
	signal: AbortSignal = new AbortController().signal,
): Promise<ProbedEndpoint> {
	const probed = await probeModel(createOpenAiModel({ ...endpoint, replyForm: 'prose' }), signal);
	const asked = { ...endpoint, replyForm: probed.replyForm };
	const context = endpoint.contextTokens === undefined ? await ollamaContext(asked, signal) : undefined;
	const { contextTokens, warning } = context ?? {};
	return {
		replyForm: probed.replyForm,
		notes: warning === undefined ? probed.notes : [...probed.notes, warning],
		...(contextTokens !== undefined && { contextTokens }),
	};
}
