import type { RunLog } from '../../../runs/pure/log/runLog';
import { counted } from '../../../system/pure/text/counted';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import type { AgentDeps } from '../requests/agentDeps';
import { Conversation, type ConversationOptions } from '../requests/conversation';
import { ModelCaller } from '../requests/modelCaller';
import { describedTools } from '../tools/toolArguments';
import type { Toolset } from '../tools/toolset';
import { joinRemarks } from './joinRemarks';
import { JsonProtocol } from './jsonProtocol';
import lookFirst from './lookFirst.md';
import lookFirstInText from './lookFirstInText.md';
import { NativeProtocol } from './nativeProtocol';
import { ProseConverter } from './proseConverter';
import { ProseProtocol } from './proseProtocol';
import type { Protocol, ProtocolDeps, ProtocolPrompts } from './protocol';
import { TextProtocol } from './textProtocol';

/** A conversation with calls and a report. */
export interface ProtocolOptions<Report>
	extends Pick<ProtocolDeps<Report>, 'toolset' | 'prompts'>,
		ConversationOptions {}

/** A new conversation with a model, in the protocol for the form of its answers. */
export function openProtocol<Report>(
	log: RunLog,
	deps: AgentDeps,
	{ toolset, prompts, ...options }: ProtocolOptions<Report>,
): Protocol<Report> {
	const form = deps.model.replyForm;
	const own = { toolset, prompts, conversation: new Conversation(log, deps, options) };
	const { convert: purpose } = prompts.purposes;
	const converter = new ProseConverter({ caller: new ModelCaller(log, deps), form, toolset, purpose });
	switch (form) {
		case 'tools':
			return NativeProtocol.open(own, converter);
		case 'prose':
			return ProseProtocol.open(own, converter);
		default:
			return JsonProtocol.open(own, { hasSchema: form === 'jsonSchema' });
	}
}

/** A conversation about a text. */
export interface TextOptions {
	readonly toolset: Toolset<never>;
	/** In so many rounds the model may make calls before it answers. */
	readonly maxCallRounds: number;
	readonly prompts: TextPrompts;
	/** As the endpoint's default unless given. */
	readonly temperature?: number | undefined;
}

/** The prompts of a stage that reads its answers as text itself. */
export interface TextPrompts extends Pick<ProtocolPrompts, 'system' | 'opening'> {
	/** Asks for the text. */
	readonly question: string;
	/** The purpose of the requests, in a few words for the user. */
	readonly purpose: string;
}

/** A new conversation about a text, with tools: called natively if the model can, else in its text. */
export function openTextProtocol(log: RunLog, deps: AgentDeps, options: TextOptions): Protocol<never> {
	const { toolset, maxCallRounds, temperature, prompts } = options;
	const { purpose, system, opening, question } = prompts;
	const { replyForm: form } = deps.model;
	const conversation = new Conversation(log, deps, { temperature });
	const values = {
		rounds: counted(maxCallRounds, 'round'),
		calls: toolset.callNoun?.many ?? 'calls',
		tools: describedTools(toolset.tools),
	};
	const look = maxCallRounds > 0 ? fillTemplate(form === 'tools' ? lookFirst : lookFirstInText, values) : '';
	// A list of tools is long: the question comes last.
	const choose = joinRemarks(form === 'tools' ? [question, look] : [look, question]);
	if (form !== 'tools') {
		const messages = [...opening, choose].map(text => ({ role: 'user', text }) as const);
		return new TextProtocol(conversation, {
			opening: [{ role: 'system', text: system }, ...messages],
			purpose,
			toolset,
		});
	}
	const purposes = { choose: purpose, analyze: purpose, decide: purpose, convert: purpose };
	const own = { system, opening, choose, analyze: '', decide: '', purposes };
	const converter = new ProseConverter({ caller: new ModelCaller(log, deps), form, toolset, purpose });
	return NativeProtocol.open({ toolset, prompts: own, conversation }, converter);
}
