import * as vscode from 'vscode';
import { assertNever } from '../../core/model/assertNever';
import type { ChatMessage, ModelMessage, RequestedCall, ToolMessage } from '../../core/model/chat';

/**
 * A conversation in VS Code's form, which knows no system role: instructions at the start go into the first user
 * message, and the results of one turn's tool calls into one message, as providers expect them.
 */
export function vscodeMessages(messages: readonly ChatMessage[]): vscode.LanguageModelChatMessage[] {
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
