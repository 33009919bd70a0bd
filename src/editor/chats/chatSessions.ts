import { ShownCode } from '../../mcp/shownCode';
import { isRecord } from '../../system/pure/fields';
import type { RememberedTrees } from './rememberedTrees';

/** Older chats are seldom continued: their code is shown again. */
const mostChats = 20;

/** The chats of this window: the code that their answers have shown, and the files as they were before. */
export class ChatSessions {
	private readonly shown = new Map<string, ShownCode>();

	constructor(private readonly trees: Pick<RememberedTrees, 'beginChat'>) {}

	/**
	 * Remembers the files as they are, if a chat begins; to be awaited before it is answered. `isFirst`: it begins, whichever it is.
	 */
	async begin(token: unknown, isFirst = false): Promise<void> {
		const chat = chatOf(token) ?? (isFirst ? '' : undefined);
		await (chat !== undefined && this.trees.beginChat(chat));
	}

	/**
	 * The code that a reader in a chat was shown: the user by the participant, or the chat's model by the tools. Undefined if it
	 * is not known which chat it is.
	 */
	shownTo(reader: 'user' | 'model', token: unknown): ShownCode | undefined {
		const chat = chatOf(token);
		if (chat === undefined) {
			return undefined;
		}
		const key = `${reader} ${chat}`;
		const shown = this.shown.get(key) ?? new ShownCode();
		this.shown.delete(key);
		this.shown.set(key, shown);
		const [oldest] = this.shown.keys();
		if (this.shown.size > mostChats && oldest !== undefined) {
			this.shown.delete(oldest);
		}
		return shown;
	}
}

/**
 * Identifies the chat that a `ChatParticipantToolToken` is of. VS Code has no stable API for that: its tokens contain the URI of
 * the session. Undefined if this one does not.
 */
function chatOf(token: unknown): string | undefined {
	return isRecord(token) && token.sessionResource !== undefined ? String(token.sessionResource) : undefined;
}
