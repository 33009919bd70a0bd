import type { BugLocation } from './location';

/** A location's suspiciousness in words, as every view says it: numbers would claim more than a ranking knows. */
export function confidence({ score }: Pick<BugLocation, 'score'>): string {
	return words.find(({ atLeast }) => score >= atLeast)?.text ?? 'long shot';
}

const words = [
	{ atLeast: 0.75, text: 'very likely' },
	{ atLeast: 0.5, text: 'likely' },
	{ atLeast: 0.25, text: 'possible' },
] as const;
