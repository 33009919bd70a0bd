import * as vscode from 'vscode';
import type { ChatModel, ChatReply, ChatRequest } from '../../models/pure/chatModel';
import { estimatedUsage } from '../../models/pure/limits/tokenEstimate';
import { ModelError, type ModelErrorKind } from '../../models/pure/modelError';
import { AnswerSize } from '../../models/pure/reply/answerSize';
import { ThinkingFilter } from '../../models/pure/requests/thinkingFilter';
import { assertNever } from '../../runs/pure/model/assertNever';
import type { ChatMessage, ModelMessage, ReplyForm, RequestedCall, ToolMessage } from '../../runs/pure/model/chat';
import type { Cure } from '../../system/pure/errors/cure';
import { untilAborted } from '../../system/pure/waiting/untilAborted';
import { vscodeServerLabel } from './vscodeServerLabel';

/**
 * The adapter of one of VS Code's own models. VS Code asks the user for consent at the first request, so `complete` is only
 * called after a user action. JSON forms are not available (`unsupported`); the temperature is the provider's unless the
 * request has one, because some models reject any; `maxOutputTokens` cannot be passed; tokens are estimated.
 */
export function createVscodeModel(chat: vscode.LanguageModelChat, replyForm: ReplyForm): ChatModel {
	const server = vscodeServerLabel(chat);
	return {
		name: chat.name,
		server,
		contextTokens: chat.maxInputTokens,
		replyForm,
		complete: request => complete(chat, server, request),
	};
}

async function complete(chat: vscode.LanguageModelChat, server: string, request: ChatRequest): Promise<ChatReply> {
	const { signal } = request;
	signal?.throwIfAborted();
	if (request.json !== undefined) {
		throw new ModelError(
			'unsupported',
			`${server} does not support JSON answers. Request tool calls or prose instead.`,
		);
	}
	const cancellation = new vscode.CancellationTokenSource();
	const cancel = () => cancellation.cancel();
	signal?.addEventListener('abort', cancel, { once: true });
	try {
		return await untilAborted(answer(chat, request, cancellation.token), signal);
	} catch (error) {
		cancel();
		signal?.throwIfAborted();
		throw vscodeModelError(error, chat);
	} finally {
		signal?.removeEventListener('abort', cancel);
		cancellation.dispose();
	}
}

async function answer(
	chat: vscode.LanguageModelChat,
	request: ChatRequest,
	token: vscode.CancellationToken,
): Promise<ChatReply> {
	const { messages, tools = [], temperature, onText, onReceived } = request;
	const options: vscode.LanguageModelChatRequestOptions = {
		justification: vscode.l10n.t('Faultline sends the issue and the code it searches, to locate the bug.'),
		...(tools.length > 0 && {
			tools: tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
		}),
		...(temperature !== undefined && { modelOptions: { temperature } }),
	};
	const response = await chat.sendRequest(vscodeMessages(messages), options, token);
	const toolCalls: RequestedCall[] = [];
	const thinking = new ThinkingFilter(onText);
	const size = new AnswerSize(vscodeServerLabel(chat), onReceived);
	for await (const part of response.stream) {
		// A part that arrives after the user cancelled is ignored.
		if (token.isCancellationRequested) {
			break;
		}
		if (part instanceof vscode.LanguageModelTextPart) {
			size.add(part.value.length);
			thinking.add(part.value);
		} else if (part instanceof vscode.LanguageModelToolCallPart) {
			const call = { id: part.callId, name: part.name, arguments: JSON.stringify(part.input) };
			size.addCall();
			size.add(call.arguments.length);
			toolCalls.push(call);
		}
	}
	const text = thinking.finish();
	if (text === '' && toolCalls.length === 0) {
		throw new ModelError('empty', `${vscodeServerLabel(chat)} sent an empty answer.`, {
			advice: 'Try again, or choose another model.',
		});
	}
	return { text, toolCalls, usage: estimatedUsage(request, { role: 'assistant', text, toolCalls }), finish: 'done' };
}

/**
 * A conversation in VS Code's form, which has no system role: instructions at the start are moved into the first user
 * message, and the results of one turn's tool calls into one message, as providers expect.
 */
function vscodeMessages(messages: readonly ChatMessage[]): vscode.LanguageModelChatMessage[] {
	return withSystemFolded(messages).flatMap((message, at, all) => {
		switch (message.role) {
			case 'system':
			case 'user':
				return vscode.LanguageModelChatMessage.User(message.text);
			case 'assistant':
				return assistantMessage(message);
			case 'tool':
				return all[at - 1]?.role === 'tool' ? [] : resultsMessage(all.slice(at));
			default:
				return assertNever(message);
		}
	});
}

function withSystemFolded(messages: readonly ChatMessage[]): readonly ChatMessage[] {
	const nSystem = messages.findIndex(({ role }) => role !== 'system');
	const first = messages[nSystem];
	if (first?.role !== 'user') {
		return messages;
	}
	const texts = messages.slice(0, nSystem + 1).map(({ text }) => text);
	return [{ role: 'user', text: texts.join('\n\n') }, ...messages.slice(nSystem + 1)];
}

/** An empty turn of the model is omitted: providers reject empty messages. */
function assistantMessage({ text, toolCalls = [] }: ModelMessage): vscode.LanguageModelChatMessage[] {
	const parts = [
		...(text === '' ? [] : [new vscode.LanguageModelTextPart(text)]),
		...toolCalls.map(call => new vscode.LanguageModelToolCallPart(call.id, call.name, inputOf(call))),
	];
	return parts.length === 0 ? [] : [vscode.LanguageModelChatMessage.Assistant(parts)];
}

function resultsMessage(messages: readonly ChatMessage[]): vscode.LanguageModelChatMessage {
	const end = messages.findIndex(({ role }) => role !== 'tool');
	const results = messages.slice(0, end === -1 ? undefined : end).filter(isResult);
	return vscode.LanguageModelChatMessage.User(
		results.map(({ call, text }) => {
			return new vscode.LanguageModelToolResultPart(call, [new vscode.LanguageModelTextPart(text)]);
		}),
	);
}

function isResult(message: ChatMessage): message is ToolMessage {
	return message.role === 'tool';
}

/** VS Code accepts only an object; other arguments are passed as the text the model wrote. */
function inputOf({ arguments: written }: RequestedCall): object {
	try {
		const input: unknown = JSON.parse(written);
		return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { arguments: written };
	} catch {
		return { arguments: written };
	}
}

/** Error messages of providers for errors without a code from VS Code; the first match counts. */
const signs: readonly (readonly [ModelErrorKind, RegExp])[] = [
	['rateLimited', /rate.?limit|too many requests|\b429\b|try again in \d/i],
	['quota', /quota|insufficient|billing|payment|\bcredits?\b|premium requests|allowance|monthly limit|usage limit/i],
	[
		'contextTooLong',
		/context.?(length|window)|too long|too many tokens|(token|prompt)\w{0,20} (limit|exceeds)|max_prompt/i,
	],
	['unknownModel', /model.?not.?(supported|found)|unknown model|no such model/i],
	['refused', /unauthori[sz]ed|forbidden|permission|sign.?in|consent|\b40[13]\b/i],
	['timeout', /timed? ?out/i],
	['unreachable', /ENOTFOUND|ECONN|EAI_AGAIN|net::ERR|fetch failed|network|offline/i],
];

const codes: Readonly<Record<string, ModelErrorKind>> = {
	NoPermissions: 'refused',
	NotFound: 'unknownModel',
	// According to VS Code's documentation, a quota is exceeded.
	Blocked: 'quota',
};

/** Converts the error of a request to one of VS Code's models to a `ModelError`; a `ModelError` is returned unchanged. */
function vscodeModelError(error: unknown, chat: Pick<vscode.LanguageModelChat, 'name' | 'vendor'>): ModelError {
	if (error instanceof ModelError) {
		return error;
	}
	const reported = [...new Set(messagesOf(error))].join(': ');
	const kind = kindOf(error, reported);
	const [what, advice] = texts[kind] ?? ['the request failed', 'Try again, or choose another model.'];
	const words = reported === '' ? '' : ` (${reported.replace(/\.$/, '')})`;
	const seconds = /try again in (\d+(?:\.\d+)?) ?s/i.exec(reported)?.[1];
	return new ModelError(kind, `${vscodeServerLabel(chat)}, ${chat.name}: ${what}${words}.`, {
		...{ cause: error, advice },
		...(kind in cures && { cures: cures[kind] }),
		...(seconds !== undefined && { retryAfterMs: Number(seconds) * 1000 }),
	});
}

const texts: Readonly<Partial<Record<ModelErrorKind, readonly [what: string, advice: string]>>> = {
	refused: ['not allowed for Faultline', 'Retry and allow it when VS Code asks, or choose another model.'],
	unknownModel: ['this model is no longer available', 'Choose another model.'],
	quota: ['the quota is used up', 'Choose another model, or the embedded localizer.'],
	rateLimited: ['rate limit reached', 'Wait a moment, or choose another model.'],
	contextTooLong: ['the conversation is too long for it', 'Choose a model with a larger context window.'],
	unreachable: ['it cannot be reached', 'Check the network connection of this machine, or use the embedded localizer.'],
	timeout: ['timed out', 'Try again, or choose another model.'],
};

/** Used if the cures of the kind are about an endpoint and its key. */
const cures: Readonly<Partial<Record<ModelErrorKind, readonly Cure[]>>> = {
	refused: [{ kind: 'retry' }, { kind: 'chooseModel' }],
	unreachable: [{ kind: 'retry' }, { kind: 'chooseModel' }],
	unknownModel: [{ kind: 'chooseModel' }],
	quota: [{ kind: 'chooseModel' }],
};

function kindOf(error: unknown, message: string): ModelErrorKind {
	// Cancelled by the provider, or by the user in one of its dialogs; the error loses its class on the way.
	if (error instanceof vscode.CancellationError || message === 'Canceled') {
		return 'refused';
	}
	const code = error instanceof vscode.LanguageModelError ? codes[error.code] : undefined;
	if (code === 'refused' || code === 'unknownModel') {
		return code;
	}
	return signs.find(([, sign]) => sign.test(message))?.[0] ?? code ?? 'serverError';
}

/** Providers wrap errors: the message may be in a cause. */
function messagesOf(error: unknown, depth = 0): string[] {
	if (!(error instanceof Error)) {
		return error === undefined ? [] : [String(error)];
	}
	return [error.message, ...(depth < 3 ? messagesOf(error.cause, depth + 1) : [])].filter(text => text !== '');
}
