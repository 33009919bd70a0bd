import type { Evidence, ScoreContribution } from '../../../runs/pure/model/location';
import type { Contribution } from './rankedCode';

/** Features that users read as one reason, and the evidence of a location that it rests on. */
interface Reason {
	readonly text: string;
	/** Of the names of features. */
	readonly pattern: RegExp;
	readonly evidence?: readonly Evidence['kind'][];
}

/** The first one that a name matches. */
const reasons: readonly Reason[] = [
	{ text: 'All rankings together', pattern: /^fusion/ },
	{ text: 'The stack trace', pattern: /^(?:trace|test|state)(?: |:)/, evidence: ['trace', 'test', 'state'] },
	{ text: 'Base classes and derived classes', pattern: /^base/ },
	{
		text: 'Names that the issue writes',
		pattern: /^(?:name|use)(?: of the class| in the file)?: (?:rank|share)$|^names used|: written|^name: weight/,
		evidence: ['name'],
	},
	{ text: 'Paths and texts that the issue quotes', pattern: /^(?:path|string)/, evidence: ['path', 'string'] },
	{ text: 'Words of the issue in its name', pattern: /^name: /, evidence: ['words'] },
	{ text: 'Words of the issue in the path of its file', pattern: /^(?:file name|folder): / },
	{ text: 'Tests that share words with the issue', pattern: /^tests/ },
	{ text: 'Words of the issue in its file', pattern: / in the file: (?:rank|share)$/ },
	{
		text: 'Words of the issue in its code',
		pattern: /^(?:words|title|title covered|prose|code|text): /,
		evidence: ['words'],
	},
	{ text: 'Similar commits and how often its file is changed', pattern: /^history: / },
	{ text: 'Calls from and to other suspects', pattern: /^calls/, evidence: ['calls'] },
	{
		text: 'It ran in the failing program',
		pattern: /^(?:ran|near a frame|frames of the trace first)$/,
		evidence: ['ran'],
	},
];
const other = 'What kind of code it is';

/** The contributions of features by reasons, those first that count the most; they add up to the same sum. */
export function contributionTexts(
	contributions: readonly Contribution[],
	evidence: readonly Evidence[],
): ScoreContribution[] {
	const sums = new Map<string, number>();
	for (const { feature, score } of contributions) {
		const text = reasonOf(feature)?.text ?? other;
		sums.set(text, (sums.get(text) ?? 0) + score);
	}
	return [...sums]
		.map(([text, score]) => ({ text, score, ...basisOf(text, evidence) }))
		.sort((a, b) => Math.abs(b.score) - Math.abs(a.score));
}

function reasonOf(feature: string): Reason | undefined {
	return reasons.find(({ pattern }) => pattern.test(feature));
}

function basisOf(text: string, evidence: readonly Evidence[]): Pick<Evidence, 'issueLine' | 'codeLine'> {
	const kinds = reasons.find(reason => reason.text === text)?.evidence ?? [];
	const { issueLine, codeLine } = evidence.find(({ kind }) => kinds.includes(kind)) ?? {};
	return { ...(issueLine !== undefined && { issueLine }), ...(codeLine !== undefined && { codeLine }) };
}
