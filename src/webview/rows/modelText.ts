/**
 * What a model said, as a person reads it. Answers in JSON say what the model thinks in a field of their own; of those
 * that do not, the whole is there to be looked at. Undefined: it said nothing.
 */
export function modelText(text: string): { readonly text: string; readonly isCode: boolean } | undefined {
	const trimmed = text.trim();
	if (trimmed === '') {
		return undefined;
	}
	const analysis = analysisOf(trimmed);
	return analysis === undefined
		? { text: trimmed, isCode: /^(?:```\w*\s*)?[{[]/.test(trimmed) }
		: { text: analysis, isCode: false };
}

function analysisOf(text: string): string | undefined {
	if (!text.startsWith('{')) {
		return undefined;
	}
	try {
		const value: unknown = JSON.parse(text);
		const hasAnalysis = typeof value === 'object' && value !== null && 'analysis' in value;
		return hasAnalysis && typeof value.analysis === 'string' && value.analysis.trim() !== ''
			? value.analysis.trim()
			: undefined;
	} catch {
		// Nearly JSON: it is shown as it is.
		return undefined;
	}
}
