/** An answer without the thoughts some models put in front of it, closed or not; they are no part of the conversation. */
export function withoutThinking(text: string): string {
	const closed = text.replaceAll(/<(think|thinking|reasoning)>[\s\S]*?<\/\1>/g, '');
	return closed.replace(/^[\s\S]*<\/(?:think|thinking|reasoning)>/, '').trim();
}
