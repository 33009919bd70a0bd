import * as vscode from 'vscode';
import { ThinkingFilter } from '../../core/agent/thinkingFilter';
import { estimatedUsage } from '../../core/agent/tokenEstimate';
import type { ReplyForm, RequestedCall, Usage } from '../../core/model/chat';
import { type ChatModel, type ChatReply, type ChatRequest, ModelError } from '../../core/ports';
import { untilAborted } from '../../core/util/untilAborted';
import { vscodeMessages } from './vscodeMessages';
import { vscodeModelError } from './vscodeModelError';
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
