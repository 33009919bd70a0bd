import type { ChatMessage, ReplyForm, RequestedCall } from '../../core/model/chat';
import { counted } from '../../core/model/counted';
import { roundNumbers } from '../../core/model/roundNumbers';
import type { Run } from '../../core/model/run';
import type { RunNode, RunRequest } from '../../core/model/runNode';
import { wholeUsageText } from '../../core/model/usage';
import { fenced } from '../../core/util/fenced';
import { UserError } from '../../core/util/userError';
import type { SentRef } from '../../protocol/messages';

/**
 * What was sent to the model in one request, or in all of a round, word for word, and what came back. Throws `UserError`
 * for a request the run does not hold.
 */
export function sentMarkdown(run: Run, ref: SentRef): string {
	const node = run.nodes[ref.node];
	const requests = node?.requests.filter(({ id }) => ref.request === undefined || id === ref.request) ?? [];
	if (node === undefined || requests.length === 0) {
		throw new UserError('Nothing was sent to a model there.');
	}
	return [
		`# Sent to ${run.engine}${run.server === undefined ? '' : ` at ${run.server}`}`,
		`Issue: ${run.issue.title}`,
		...requests.flatMap(request => requestText(run, node, request)),
	]
		.join('\n\n')
		.concat('\n');
}

/** `Request 2 of round 3`. */
function requestName(run: Run, node: RunNode, request: RunRequest): string {
	const number = node.requests.indexOf(request) + 1;
	const round = roundNumbers(run).get(node.id);
	return `Request ${number}${round === undefined ? '' : ` of round ${round}`}`;
}

function requestText(run: Run, node: RunNode, request: RunRequest): string[] {
	const messages = request.sent.flatMap(position => run.messages[position] ?? []);
	return [
		`## ${requestName(run, node, request)}: ${request.purpose}`,
		[
			`- Sent: ${new Date(request.askedAt).toLocaleString()}`,
			`- Tools offered: ${request.tools.length === 0 ? 'none' : request.tools.map(tool => `\`${tool}\``).join(', ')}`,
			`- Form of the answer: ${forms[request.form]}`,
			...(request.answer === undefined ? [] : [`- Took: ${wholeUsageText(request.answer.usage)}`]),
			...request.failures.map(({ message }) => `- A try failed: ${message}`),
		].join('\n'),
		`### What was sent: ${counted(messages.length, 'message')}`,
		...messages.flatMap((message, at) => messageText(message, at + 1)),
		'### What came back',
		...answerText(request),
	];
}

const forms: Readonly<Record<ReplyForm, string>> = {
	tools: 'native tool calls',
	jsonSchema: 'JSON, held to a schema',
	jsonObject: 'JSON',
	prose: 'prose',
};

function messageText(message: ChatMessage, number: number): string[] {
	const to = message.role === 'tool' ? `, the answer to call ${message.call}` : '';
	const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
	return [`#### ${number}. ${message.role}${to}`, ...spoken(message.text, calls)];
}

function answerText({ answer }: RunRequest): string[] {
	if (answer === undefined) {
		return ['No answer.'];
	}
	const cut = answer.finish === 'length' ? ['The answer was cut off at a limit.'] : [];
	return [...spoken(answer.text, answer.toolCalls), ...cut];
}

function spoken(text: string, calls: readonly RequestedCall[]): string[] {
	const called = calls.map(call => `Call ${call.id}:\n\n${fenced(`${call.name} ${call.arguments}`)}`);
	return text === '' && called.length > 0 ? called : [fenced(text), ...called];
}
