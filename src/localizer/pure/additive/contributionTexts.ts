import type { Evidence, ScoreContribution } from '../../../runs/pure/model/location';
import type { Contribution } from './rankedCode';

/** Features that users read as one reason, and the evidence of a location that it rests on. */
interface Reason {
	readonly text: string;
	/** Whole names of features, or the part before their `: `. */
	readonly features: readonly string[];
	readonly evidence?: readonly Evidence['kind'][];
}

const everywhere = ['', ' of the class', ' in the file'] as const;
const inFile = ['', ' in the file'] as const;

export const reasons: readonly Reason[] = [
	{ text: 'All rankings together', features: named(['fusion'], inFile) },
	{
		text: 'The stack trace',
		features: [...named(['trace', 'test', 'state'], everywhere), 'order of the trace'],
		evidence: ['trace', 'test', 'state'],
	},
	{ text: 'Base classes and derived classes', features: named(['base'], everywhere) },
	{
		text: 'Names that the issue writes',
		features: [
			...named(['name', 'use'], everywhere).flatMap(name => [`${name}: rank`, `${name}: share`]),
			...named(['names used'], inFile),
			...['name: written', 'name: written with its class', 'name: weight'],
		],
		evidence: ['name'],
	},
	{
		text: 'Paths and texts that the issue quotes',
		features: named(['path', 'string'], everywhere),
		evidence: ['path', 'string'],
	},
	{ text: 'Words of the issue in its name', features: ['name'], evidence: ['words'] },
	{ text: 'Words of the issue in the path of its file', features: ['file name', 'folder'] },
	{ text: 'Tests that share words with the issue', features: named(['tests'], inFile) },
	{
		text: 'Words of the issue in its file',
		features: ['words', 'title', 'title covered', 'prose', 'code'].map(name => `${name} in the file`),
	},
	{
		text: 'Words of the issue in its code',
		features: ['words', 'title', 'title covered', 'prose', 'code', 'text'],
		evidence: ['words'],
	},
	{ text: 'Similar commits and how often its file is changed', features: ['history'] },
	{ text: 'Calls from and to other suspects', features: ['calls'], evidence: ['calls'] },
	{
		text: 'It ran in the failing program',
		features: ['ran', 'near a frame', 'frames of the trace first'],
		evidence: ['ran'],
	},
	{
		text: 'What kind of code it is',
		features: [
			...['depth of the class', 'depth of the file', 'has no body', 'is a class', 'is a constructor', 'is a method'],
			...['is a text', 'is for tests', 'is private', 'is special', 'is third-party', 'share of its language', 'size'],
		],
	},
];

function named(names: readonly string[], places: readonly string[]): string[] {
	return names.flatMap(name => places.map(place => `${name}${place}`));
}

const reasonByFeature = new Map(reasons.flatMap(reason => reason.features.map(name => [name, reason] as const)));

/** The contributions of features by reasons, those first that count the most; they add up to the same sum. */
export function contributionTexts(
	contributions: readonly Contribution[],
	evidence: readonly Evidence[],
): ScoreContribution[] {
	const sums = new Map<Reason, number>();
	for (const { feature, score } of contributions) {
		const reason = reasonOf(feature);
		sums.set(reason, (sums.get(reason) ?? 0) + score);
	}
	return [...sums]
		.map(([reason, score]) => ({ text: reason.text, score, ...basisOf(reason, evidence) }))
		.sort((a, b) => Math.abs(b.score) - Math.abs(a.score));
}

/** Throws `Error` for a feature that has no reason: a new or renamed one belongs to `reasons`. */
export function reasonOf(feature: string): Reason {
	const end = feature.indexOf(': ');
	const reason = reasonByFeature.get(feature) ?? reasonByFeature.get(end < 0 ? feature : feature.slice(0, end));
	if (reason === undefined) {
		throw new Error(`The feature "${feature}" has no reason.`);
	}
	return reason;
}

function basisOf(
	{ evidence: kinds = [] }: Reason,
	evidence: readonly Evidence[],
): Pick<Evidence, 'issueLine' | 'codeLine'> {
	const { issueLine, codeLine } = evidence.find(({ kind }) => kinds.includes(kind)) ?? {};
	return { ...(issueLine !== undefined && { issueLine }), ...(codeLine !== undefined && { codeLine }) };
}
