import { ShownCode } from '../../mcp/shownCode';
import { isRecord } from '../../system/pure/fields';

/** Older chats are seldom continued: their code is shown again. */
const mostChats = 20;

/** The code that the answers in each chat of this window have shown. */
export class ChatSessions {
	private readonly shown = new Map<string, ShownCode>();

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
