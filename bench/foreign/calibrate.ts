import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rankingWeights } from '../../src/localizer/pure/additive/rankingWeights';
import type { ReportScale } from '../../src/localizer/pure/features/likelihood';
import { calibrationOf, type StatedPlace } from '../../src/research/pure/eval/calibration';

const fit = { nSteps: 3000, slope: 0.3, offset: 0.8 };

/**
 * Fits the scale of likelihoods for reports of users on every second issue of an evaluation (`faultline eval --output`),
 * and prints how far stated likelihoods are from what was fixed in the others, before and after.
 */
export function calibrate(folder: string): void {
	const issues = globSync('results/*.json', { cwd: folder })
		.sort()
		.map(file => statedIn(join(folder, file)));
	const [learnt, others] = [partOf(issues, 0), partOf(issues, 1)];
	const { slope, offset } = scaleOf(learnt.flat());
	const known = rankingWeights.reports;
	console.log(JSON.stringify({ slope: slope * known.slope, offset: slope * known.offset + offset }));
	const scaled = others.map(places =>
		places.map(each => ({ ...each, likelihood: sigmoid(slope * oddsOf(each) + offset) })),
	);
	for (const [name, some] of [
		['as stated', others],
		['scaled', scaled],
	] as const) {
		const [first, three] = [1, 3].map(most => calibrationOf(some.flatMap(places => places.slice(0, most))).error);
		console.log(
			`${name}: expected calibration error of first ${first?.toFixed(3)}, of the first three ${three?.toFixed(3)}`,
		);
	}
}

type Issues = readonly (readonly StatedPlace[])[];

function partOf(issues: Issues, part: number): Issues {
	return issues.filter((_, at) => at % 2 === part);
}

function statedIn(file: string): readonly StatedPlace[] {
	const { report } = JSON.parse(readFileSync(file, 'utf8'));
	return report?.evaluation?.explained?.stated ?? [];
}

/** Logistic regression on the log-odds. */
function scaleOf(places: readonly StatedPlace[]): ReportScale {
	let [slope, offset] = [1, 0];
	for (let step = 0; step < fit.nSteps; step++) {
		let [slopeError, offsetError] = [0, 0];
		for (const place of places) {
			const error = sigmoid(slope * oddsOf(place) + offset) - Number(place.isFixed);
			slopeError += error * oddsOf(place);
			offsetError += error;
		}
		slope -= (fit.slope * slopeError) / places.length;
		offset -= (fit.offset * offsetError) / places.length;
	}
	return { slope, offset };
}

function oddsOf({ likelihood }: StatedPlace): number {
	const bounded = Math.min(Math.max(likelihood, 1e-4), 1 - 1e-4);
	return Math.log(bounded / (1 - bounded));
}

function sigmoid(odds: number): number {
	return 1 / (1 + Math.exp(-odds));
}
