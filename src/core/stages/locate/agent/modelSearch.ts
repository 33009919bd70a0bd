import { JsonProtocol } from '../../../agent/jsonProtocol';
import { ModelCaller } from '../../../agent/modelCaller';
import { NativeProtocol } from '../../../agent/nativeProtocol';
import { ProseConverter } from '../../../agent/proseConverter';
import { ProseProtocol } from '../../../agent/proseProtocol';
import type { Protocol, ProtocolPrompts } from '../../../agent/protocol';
import { Thread } from '../../../agent/thread';
import type { Issue } from '../../../model/issue';
import { readAiIgnore } from '../../../outgoing/aiIgnore';
import { visibleWorkspace } from '../../../outgoing/visibleWorkspace';
import { makeBrief } from '../../../rank/brief/makeBrief';
import type { RunLog } from '../../../runLog';
import type { Workspace } from '../../../workspace';
import { agreedText } from './agreedText';
import { type EmbeddedFindings, embeddedFindings } from './embeddedFindings';
import type { LocateParts } from './locateParts';
import { NamedSuspects } from './namedSuspects';
import { RoundCalls } from './roundCalls';
import { RoundPath } from './roundPath';
import { searchPrompts } from './searchPrompts';

/** What the rounds of one run share. */
export interface ModelSearch {
	readonly log: RunLog;
	readonly protocol: Protocol;
	readonly rounds: RoundPath;
	readonly calls: RoundCalls;
	readonly suspects: NamedSuspects;
	/** What the embedded localizer finds in the same workspace. */
	readonly embedded: EmbeddedFindings;
}

/** What the model may not see, no part of it sees. Waits for the person's look at what will be sent, where there is one. */
export async function openModelSearch(
	log: RunLog,
	whole: Workspace,
	issue: Issue,
	parts: LocateParts,
): Promise<ModelSearch> {
	const text = await agreedText(log, makeBrief(issue, whole.parser.languages), parts);
	const workspace = visibleWorkspace(whole, await readAiIgnore(whole.files));
	const embedded = await embeddedFindings(workspace, issue, parts.signal);
	const observations = [...(parts.clues ?? []), ...(parts.seeds ? embedded.observations : [])];
	const prompts = searchPrompts(parts.model.replyForm, text, observations);
	const calls = new RoundCalls(log, workspace, parts.signal);
	return {
		log,
		protocol: openProtocol(log, prompts, parts),
		rounds: new RoundPath(log),
		calls,
		suspects: new NamedSuspects(log, workspace, {
			shown: calls.shown,
			ranking: embedded.ranking,
			signal: parts.signal,
		}),
		embedded,
	};
}

function openProtocol(log: RunLog, prompts: ProtocolPrompts, parts: LocateParts): Protocol {
	const form = parts.model.replyForm;
	const caller = new ModelCaller(log, parts);
	const thread = new Thread(log, parts, caller);
	switch (form) {
		case 'tools':
			return new NativeProtocol(thread, prompts);
		case 'prose':
			return new ProseProtocol(thread, prompts, new ProseConverter(caller, form));
		default:
			return new JsonProtocol(thread, prompts, { hasSchema: form === 'jsonSchema' });
	}
}
