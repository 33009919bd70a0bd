import type { CodeModel } from '../../../code/pure/calls/codeModel';
import type { FoundPlace } from '../../../runs/pure/model/foundPlace';
import type { Evidence } from '../../../runs/pure/model/location';

/** A tool's answer that is evidence for the places in it. */
export interface FoundEvidence extends Pick<Evidence, 'issueLine' | 'codeLine'> {
	readonly kind: SightingKind;
	/** Its weight relative to others of its kind. */
	readonly weight: number;
	/** One short sentence for users. */
	readonly text: string;
	/** The run node it was found in. */
	readonly node: string;
	readonly places: readonly FoundPlace[];
}

/**
 * `test`: a function the failing line of a test calls; `state`: code that writes a member that the line of a frame
 * reads; `use`: a name that is used but not defined there; `base`: the base of a named class. Each kind is ranked
 * separately.
 */
export type SightingKind = 'trace' | 'test' | 'state' | 'name' | 'base' | 'use' | 'path' | 'string';

/** The scores of some evidence, by position in the model; 0 if there is none. */
export interface EvidenceScores {
	/** Functions found themselves. */
	readonly functions: Float64Array;
	/** Functions of a class that was found. */
	readonly members: Float64Array;
	readonly files: Float64Array;
}

/** Adds up the weights of some evidence. Evidence with several places counts less for each. */
export function evidenceScores(model: CodeModel, evidence: readonly FoundEvidence[]): EvidenceScores {
	const scores: EvidenceScores = {
		functions: new Float64Array(model.nFunctions),
		members: new Float64Array(model.nFunctions),
		files: new Float64Array(model.files.length),
	};
	for (const each of evidence) {
		const { functions, members, files } = placesInModel(model, each.places);
		addTo(scores.functions, functions, each.weight);
		addTo(scores.members, members, each.weight);
		addTo(scores.files, files, each.weight);
	}
	return scores;
}

/** Positions of the functions that evidence found themselves, the heaviest evidence first. */
export function functionsFound(model: CodeModel, evidence: readonly FoundEvidence[]): number[] {
	const heaviest = [...evidence].sort((a, b) => b.weight - a.weight);
	return [...new Set(heaviest.flatMap(({ places }) => [...placesInModel(model, places).functions]))];
}

/** Whether evidence supports a function: by itself, or by its class. */
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
		if (at >= 0 && (method !== undefined || model.unit(at)?.isClass === true)) {
			functions.add(at);
		} else if (owner !== undefined && method === undefined) {
			for (const member of model.membersOf(file, owner)) {
				members.add(member);
			}
		}
	}
	return { functions, members, files };
}

/** Several places share the weight, divided by the square root of their number. */
function addTo(scores: Float64Array, positions: ReadonlySet<number>, weight: number): void {
	for (const at of positions) {
		scores[at] = (scores[at] ?? 0) + weight / Math.sqrt(positions.size);
	}
}
