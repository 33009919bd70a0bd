import type { ReplyForm } from '../model/chat';
import { type ChatModel, type ChatReply, ModelError, type ModelErrorKind } from '../ports';
import { ladder, type Rung } from './probe/rung';

/** What trying a model showed. */
export interface ProbedModel {
	/** The best form of answer it gave. */
	readonly replyForm: ReplyForm;
	/** For a person, a sentence each: why it is not a better one, and what else is worth knowing. */
	readonly notes: readonly string[];
}

/** Enough for a short answer after some thinking. */
const outputTokens = 4096;

/** Failures that another form of request may not have; any other means that the model cannot be used as it is set up. */
const perhapsOfForm: readonly ModelErrorKind[] = ['unsupported', 'malformed', 'empty', 'serverError', 'cutOff'];

/**
 * Finds the best form of answer a model gives by asking for each, from tool calls down to prose, in one to four short
 * requests. Tables of what models can do get old; trying does not. The result is worth keeping per server and model.
 * Throws the `ModelError` that says what is wrong with the connection, and the signal's reason.
 */
export async function probeModel(model: ChatModel, signal?: AbortSignal): Promise<ProbedModel> {
	const notes: string[] = [];
	let failure: unknown;
	for (const rung of ladder) {
		const tried = await tryRung(model, rung, signal);
		if (tried.problem === undefined) {
			return { replyForm: rung.form, notes: [...notes, rung.note, ...usageNotes(tried.reply)] };
		}
		notes.push(`${nameOfForm[rung.form]}: ${tried.problem}.`);
		failure = tried.error ?? failure;
	}
	throw failure ?? new ModelError('empty', `${model.name} at ${model.server} answers nothing. Use another model.`);
}

const nameOfForm: Readonly<Record<ReplyForm, string>> = {
	tools: 'No tool calls',
	jsonSchema: 'No JSON by a schema',
	jsonObject: 'No JSON',
	prose: 'No answer',
};

type TriedRung =
	| { readonly problem: undefined; readonly reply: ChatReply }
	| { readonly problem: string; readonly error?: ModelError };

async function tryRung(
	model: ChatModel,
	{ request, problem }: Rung,
	signal: AbortSignal | undefined,
): Promise<TriedRung> {
	try {
		const reply = await model.complete({ ...request, maxOutputTokens: outputTokens, ...(signal && { signal }) });
		const wrong = problem(reply);
		return wrong === undefined ? { problem: undefined, reply } : { problem: lengthProblem(reply) ?? wrong };
	} catch (error) {
		if (error instanceof ModelError && perhapsOfForm.includes(error.kind)) {
			return { problem: error.message.replace(/\.$/, ''), error };
		}
		throw error;
	}
}

function lengthProblem({ finish }: ChatReply): string | undefined {
	return finish === 'length' ? `the answer was cut off at ${outputTokens} tokens` : undefined;
}

function usageNotes({ usage }: ChatReply): string[] {
	return usage === undefined || usage.isEstimated ? ['It does not count tokens: they are estimated.'] : [];
}
