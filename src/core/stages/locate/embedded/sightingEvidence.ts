import type { Evidence } from '../../../model/location';
import type { Sighting, SightingKind } from '../../../rank/sighting';

const evidenceKinds: Readonly<Record<SightingKind, Evidence['kind']>> = {
	trace: 'trace',
	name: 'name',
	base: 'name',
	use: 'name',
	path: 'path',
	string: 'string',
};

/** A sighting as a reason for a location. */
export function sightingEvidence({ kind, text, node }: Sighting): Evidence {
	return { kind: evidenceKinds[kind], text, node };
}
