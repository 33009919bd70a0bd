import * as vscode from 'vscode';
import { ThinkingFilter } from '../../core/agent/thinkingFilter';
import { estimatedUsage } from '../../core/agent/tokenEstimate';
import { assertNever } from '../../core/model/assertNever';
import type { ChatMessage, ModelMessage, ReplyForm, RequestedCall, ToolMessage, Usage } from '../../core/model/chat';
import { type ChatModel, type ChatReply, type ChatRequest, ModelError, type ModelErrorKind } from '../../core/ports';
import { untilAborted } from '../../core/util/untilAborted';
import { vscodeServerLabel } from './vscodeServerLabel';

/**
 * One of VS Code's own models behind the port. VS Code asks the person for consent at the first request, so `complete`
 * is only called after a user action. JSON forms are not to be had (`unsupported`); the temperature is the provider's
 * unless the request gives one, as some models refuse any; `maxOutputTokens` cannot be passed on; tokens are estimated.
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
		throw new ModelError('unsupported', `${server} cannot be asked for JSON. Ask for tool calls or prose instead.`);
	}
	const cancellation = new vscode.CancellationTokenSource();
	const cancel = () => cancellation.cancel();
	signal?.addEventListener('abort', cancel, { once: true });
	try {
		return await untilAborted(answer(chat, request, cancellation.token), signal);
	} catch (error) {
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
	const { messages, tools = [], temperature, onText } = request;
	const options: vscode.LanguageModelChatRequestOptions = {
		justification: 'Faultline sends the issue and the code it looks at, to locate the bug.',
		...(tools.length > 0 && {
			tools: tools.map(({ name, description, parameters }) => ({ name, description, inputSchema: parameters })),
		}),
		...(temperature !== undefined && { modelOptions: { temperature } }),
	};
	const response = await chat.sendRequest(vscodeMessages(messages), options, token);
	const toolCalls: RequestedCall[] = [];
	const thinking = new ThinkingFilter(onText);
	for await (const part of response.stream) {
		// A part that was on its way when the person cancelled is nobody's any more.
		if (token.isCancellationRequested) {
			break;
		}
		if (part instanceof vscode.LanguageModelTextPart) {
			thinking.add(part.value);
		} else if (part instanceof vscode.LanguageModelToolCallPart) {
			toolCalls.push({ id: part.callId, name: part.name, arguments: JSON.stringify(part.input) });
		}
	}
	const text = thinking.finish();
	if (text === '' && toolCalls.length === 0) {
		throw new ModelError(
			'empty',
			`${vscodeServerLabel(chat)} sent an empty answer. Try again, or choose another model.`,
		);
	}
	return { text, toolCalls, usage: usageOf(request, text, toolCalls), finish: 'done' };
}

/** Tools are sent with every request, so they count with it. */
function usageOf({ messages, tools = [] }: ChatRequest, text: string, toolCalls: readonly RequestedCall[]): Usage {
	const schemas = tools.map(tool => ({ role: 'user' as const, text: JSON.stringify(tool) }));
	return estimatedUsage([...messages, ...schemas], { role: 'assistant', text, toolCalls });
}

/**
 * A conversation in VS Code's form, which knows no system role: instructions at the start go into the first user
 * message, and the results of one turn's tool calls into one message, as providers expect them.
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

/** A turn in which the model said nothing is left out: providers refuse empty messages. */
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

/** VS Code takes an object only; arguments that are none are shown to the model as it wrote them. */
function inputOf({ arguments: written }: RequestedCall): object {
	try {
		const input: unknown = JSON.parse(written);
		return typeof input === 'object' && input !== null && !Array.isArray(input) ? input : { arguments: written };
	} catch {
		return { arguments: written };
	}
}

/** What providers write where VS Code has no code for it; the first that fits counts. */
const signs: readonly (readonly [ModelErrorKind, RegExp])[] = [
	['rateLimited', /rate.?limit|too many requests|\b429\b|try again in \d/i],
	['quota', /quota|insufficient|billing|payment|\bcredits?\b|premium requests|allowance|monthly limit|usage limit/i],
	['contextTooLong', /context.?(length|window)|too long|too many tokens|(token|prompt)\w* (limit|exceeds)|max_prompt/i],
	['unknownModel', /model.?not.?(supported|found)|unknown model|no such model/i],
	['refused', /unauthori[sz]ed|forbidden|permission|sign.?in|consent|\b40[13]\b/i],
	['timeout', /timed? ?out/i],
	['unreachable', /ENOTFOUND|ECONN|EAI_AGAIN|net::ERR|fetch failed|network|offline/i],
];

const codes: Readonly<Record<string, ModelErrorKind>> = {
	NoPermissions: 'refused',
	NotFound: 'unknownModel',
	// By VS Code's documentation: the limits of a quota are exceeded.
	Blocked: 'quota',
};

/** The error of a request to one of VS Code's models, as the port has it. A `ModelError` stays as it is. */
function vscodeModelError(error: unknown, chat: Pick<vscode.LanguageModelChat, 'name' | 'vendor'>): ModelError {
	if (error instanceof ModelError) {
		return error;
	}
	const said = [...new Set(messagesOf(error))].join(': ');
	const kind = kindOf(error, said);
	const message = `${vscodeServerLabel(chat)}, ${chat.name}: ${advice[kind] ?? otherAdvice}${said === '' ? '' : ` It said: ${said}`}`;
	const seconds = /try again in (\d+(?:\.\d+)?) ?s/i.exec(said)?.[1];
	return new ModelError(kind, message, {
		cause: error,
		...(seconds !== undefined && { retryAfterMs: Number(seconds) * 1000 }),
	});
}

const otherAdvice = 'the request failed. Try again, or choose another model.';
const advice: Readonly<Partial<Record<ModelErrorKind, string>>> = {
	refused: 'not allowed for Faultline. Run again and allow it when VS Code asks, or choose another model.',
	unknownModel: 'this model is not to be had any more. Choose another model.',
	quota: 'the quota is used up. Choose another model, or the embedded localizer.',
	rateLimited: 'too many requests at once. Wait a moment, or choose another model.',
	contextTooLong: 'the conversation is too long for it. Choose a model that takes more.',
	unreachable: 'it cannot be reached. Look at the connection of this machine, or use the embedded localizer.',
	timeout: 'no answer in time. Try again, or choose another model.',
};

function kindOf(error: unknown, said: string): ModelErrorKind {
	// A cancel by the provider, or by the person in one of its dialogs; it loses its class on the way to us.
	if (error instanceof vscode.CancellationError || said === 'Canceled') {
		return 'refused';
	}
	const code = error instanceof vscode.LanguageModelError ? codes[error.code] : undefined;
	if (code === 'refused' || code === 'unknownModel') {
		return code;
	}
	return signs.find(([, sign]) => sign.test(said))?.[0] ?? code ?? 'serverError';
}

/** Providers wrap: what went wrong may stand in a cause. */
function messagesOf(error: unknown, depth = 0): string[] {
	if (!(error instanceof Error)) {
		return error === undefined ? [] : [String(error)];
	}
	return [error.message, ...(depth < 3 ? messagesOf(error.cause, depth + 1) : [])].filter(text => text !== '');
}
