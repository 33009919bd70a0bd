/** Several texts for the model as one message. */
export function joinRemarks(texts: readonly string[]): string {
	return [...new Set(texts.map(text => text.trim()))].filter(text => text !== '').join('\n\n');
}
