import type { FoundPlace } from '../model/run/runEvent';
import type { CodeModel } from './codeModel';

/** Something a tool answered that speaks for the places in the answer. */
export interface FoundEvidence {
	readonly kind: SightingKind;
	/** How much it says, against others of its kind. */
	readonly weight: number;
	/** One short sentence for a person. */
	readonly text: string;
	/** The run node it was found in. */
	readonly node: string;
	readonly places: readonly FoundPlace[];
}

/** `use`: a name that is used but not defined there; `base`: what a named class is derived from. Each makes a list. */
export type SightingKind = 'trace' | 'name' | 'base' | 'use' | 'path' | 'string';

/** What evidence say, by position in the model; 0 where they say nothing. */
export interface SightingScores {
	/** Functions sighted themselves. */
	readonly functions: Float64Array;
	/** Functions of a class sighted. */
	readonly members: Float64Array;
	readonly files: Float64Array;
}

/** Adds up what some evidence say. One that has several places says less of each. */
export function sightingScores(model: CodeModel, evidence: readonly FoundEvidence[]): SightingScores {
	const scores: SightingScores = {
		functions: new Float64Array(model.functions.length),
		members: new Float64Array(model.functions.length),
		files: new Float64Array(model.files.length),
	};
	for (const sighting of evidence) {
		const { functions, members, files } = placesInModel(model, sighting.places);
		addTo(scores.functions, functions, sighting.weight);
		addTo(scores.members, members, sighting.weight);
		addTo(scores.files, files, sighting.weight);
	}
	return scores;
}

/** Whether a sighting speaks for a function: by itself, or by its class. */
export function speaksFor(model: CodeModel, { places }: FoundEvidence, position: number): boolean {
	const found = placesInModel(model, places);
	return found.functions.has(position) || found.members.has(position);
}

interface ModelPlaces {
	readonly functions: ReadonlySet<number>;
	readonly members: ReadonlySet<number>;
	readonly files: ReadonlySet<number>;
}

function placesInModel(model: CodeModel, places: readonly FoundPlace[]): ModelPlaces {
	const functions = new Set<number>();
	const members = new Set<number>();
	const files = new Set<number>();
	for (const { file, startLine, class: owner, method } of places) {
		const position = model.filePosition(file);
		if (position >= 0) {
			files.add(position);
		}
		const at = model.functionAt(file, startLine);
		if (at >= 0 && (method !== undefined || model.functions[at]?.isClass === true)) {
			functions.add(at);
		} else if (owner !== undefined && method === undefined) {
			for (const member of model.membersOf(file, owner)) {
				members.add(member);
			}
		}
	}
	return { functions, members, files };
}

/** Several places share what is said: twice as many are half as telling, but never nothing. */
function addTo(scores: Float64Array, positions: ReadonlySet<number>, weight: number): void {
	for (const at of positions) {
		scores[at] = (scores[at] ?? 0) + weight / Math.sqrt(positions.size);
	}
}
