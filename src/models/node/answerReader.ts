import type { OpenAI } from 'openai';
import type { ChatReply } from '../pure/chatModel';
import { ModelError } from '../pure/modelError';
import { AnswerSize } from '../pure/reply/answerSize';
import { AnswerBuilder, MalformedAnswer } from './answerBuilder';
import { complaintOfBody, type ServerComplaint } from './serverComplaint';

export interface ReadingOptions {
	readonly client: OpenAI;
	/** The name of the server, for messages. */
	readonly server: string;
	readonly model: string;
	readonly onText: ((piece: string) => void) | undefined;
	readonly onReceived: ((nCharacters: number) => void) | undefined;
}

/** An error that arrived as a document with status 200. */
export class ComplaintInAnswer extends Error {
	override readonly name = 'ComplaintInAnswer';
	readonly complaint: ServerComplaint;

	constructor(complaint: ServerComplaint) {
		super(complaint.message);
		this.complaint = complaint;
	}
}

/**
 * Reads an answer in any form: servers without streaming answer in one document although a stream was requested. Throws
 * `ModelError`, `ComplaintInAnswer` or the errors of reading from the network.
 */
export async function readAnswer(response: Response, options: ReadingOptions): Promise<ChatReply> {
	const builder = new AnswerBuilder(new AnswerSize(options.server, options.onReceived), options.onText);
	const type = response.headers.get('content-type') ?? '';
	if (type.includes('html')) {
		await response.body?.cancel();
		throw notChat(options, 'it sent a web page');
	}
	try {
		if (type.includes('application/json')) {
			addDocument(builder, await response.text(), options);
		} else {
			await addStream(builder, response, options);
		}
	} catch (error) {
		throw error instanceof MalformedAnswer ? notChat(options, error.message) : error;
	}
	return usable(builder, options);
}

function addDocument(builder: AnswerBuilder, text: string, options: ReadingOptions): void {
	const document = parseObject(text);
	if (document === undefined) {
		throw notChat(options, 'its JSON is damaged');
	}
	if ('error' in document && document.error) {
		throw new ComplaintInAnswer(complaintOfBody(document.error));
	}
	if (!('choices' in document)) {
		throw notChat(options, 'its JSON contains no choices');
	}
	builder.add({ choices: [{ finish_reason: 'stop' }] });
	builder.add(document);
}

async function addStream(builder: AnswerBuilder, response: Response, options: ReadingOptions): Promise<void> {
	const { Stream } = await import('openai/streaming');
	const { client } = options;
	let nPieces = 0;
	try {
		for await (const piece of Stream.fromSSEResponse<unknown>(response, new AbortController(), client)) {
			nPieces++;
			builder.add(piece ?? {});
		}
	} catch (error) {
		if (error instanceof SyntaxError) {
			throw notChat(options, 'its JSON is damaged');
		}
		// An answer whose end was reported is complete though the connection fails, except perhaps for its usage.
		if (!builder.isFinished || error instanceof MalformedAnswer || error instanceof ModelError) {
			throw error;
		}
	}
	if (nPieces === 0) {
		throw notChat(options, 'its stream is empty');
	}
}

function usable(builder: AnswerBuilder, { server, model }: ReadingOptions): ChatReply {
	const reply = builder.reply();
	const isEmpty = reply.text.trim() === '' && reply.toolCalls.length === 0;
	if (builder.hasBegun && !builder.isFinished) {
		throw new ModelError('cutOff', `${server} ended its answer early.`, { advice: 'Try again.' });
	}
	if (!isEmpty || reply.finish === 'length') {
		return reply;
	}
	const why = builder.reason === 'content_filter' ? ': its content filter stopped the answer' : '';
	const advice = 'Try again, or use another model.';
	throw new ModelError('empty', `${model} at ${server} answered nothing${why}.`, { advice });
}

function notChat({ server }: ReadingOptions, why: string): ModelError {
	const advice = "Check the endpoint's address: it usually ends in /v1.";
	return new ModelError('malformed', `${server} does not answer as a Chat Completions server (${why}).`, { advice });
}

function parseObject(text: string): Record<string, unknown> | undefined {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === 'object' && value !== null ? { ...value } : undefined;
	} catch {
		return undefined;
	}
}
