import type { ImportEdge } from '../../test/architecture/importGraph';
import { type Subject, subjectOf } from '../../test/architecture/subjects';

/** In pixels. */
const cell = 26;
const left = 150;
const top = 104;

/**
 * The subjects as a matrix, the ground at the bottom: a dot in a row is a subject that the one of the row imports, larger
 * for 10 imports and more, and for 50. An import that climbs is a dot on the wrong side of the diagonal.
 */
export function houseDrawing(edges: readonly ImportEdge[], subjects: readonly Subject[]): string {
	const names = subjects.map(({ name }) => name);
	const counts = new Map<string, number>();
	for (const { from, to, isPackage } of edges) {
		const [row, column] = [subjectOf(from), isPackage ? undefined : subjectOf(to)];
		if (row !== undefined && column !== undefined && row !== column) {
			counts.set(`${row} ${column}`, (counts.get(`${row} ${column}`) ?? 0) + 1);
		}
	}
	const y = (at: number) => top + (names.length - 1 - at) * cell;
	const x = (at: number) => left + at * cell;
	const rows = names.map(
		(
			name,
			at,
		) => `<text x="${left - 14}" y="${y(at) + 5}" text-anchor="end">${name} <tspan class="floor">${at}</tspan></text>
<line x1="${left - 8}" y1="${y(at)}" x2="${x(names.length - 1) + 8}" y2="${y(at)}"/>`,
	);
	const columns = names.map(
		(name, at) =>
			`<text transform="translate(${x(at) + 4} ${top - 16}) rotate(-55)">${name}</text>
<rect x="${x(at) - 4}" y="${y(at) - 4}" width="8" height="8" class="own"/>`,
	);
	const dots = names.flatMap((row, from) =>
		names.flatMap((column, to) => {
			const count = counts.get(`${row} ${column}`) ?? 0;
			const radius = count < 10 ? 3 : count < 50 ? 6 : 10;
			const dot = `<circle cx="${x(to)}" cy="${y(from)}" r="${radius}"${to > from ? ' class="climbs"' : ''}>`;
			return count === 0 ? [] : [`${dot}<title>${row} imports ${column}</title></circle>`];
		}),
	);
	const [width, height] = [x(names.length - 1) + 70, top + names.length * cell];
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="Which subject imports which">
<style>text{font:14px system-ui,sans-serif;fill:#24292f}.floor{fill:#6e7781;font-size:11px}line{stroke:#d0d7de}circle{fill:#0969da}.own{fill:#8c959f}.climbs{fill:#cf222e}</style>
<rect width="${width}" height="${height}" fill="#ffffff"/>
${[...rows, ...columns, ...dots].join('\n')}
</svg>
`;
}
