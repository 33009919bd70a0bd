import type { RunLog } from '../../runLog';
import type { Toolset } from '../../tools/toolset';
import type { AgentDeps } from '../agentDeps';
import { Conversation } from '../conversation';
import { ModelCaller } from '../modelCaller';
import { JsonProtocol } from './jsonProtocol';
import { NativeProtocol } from './nativeProtocol';
import { ProseConverter } from './proseConverter';
import { ProseProtocol } from './proseProtocol';
import type { Protocol, ProtocolPrompts } from './protocol';

/** A new conversation with a model, in the protocol for the form of its answers. */
export function openProtocol<Report>(
	log: RunLog,
	deps: AgentDeps,
	{ toolset, prompts }: { readonly toolset: Toolset<Report>; readonly prompts: ProtocolPrompts },
): Protocol<Report> {
	const form = deps.model.replyForm;
	const own = { toolset, prompts, conversation: new Conversation(log, deps) };
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
