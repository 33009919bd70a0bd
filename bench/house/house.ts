import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brokenFloors, entryFiles, mutualRooms } from '../../test/architecture/doors';
import { importEdges } from '../../test/architecture/importGraph';
import { readSources } from '../../test/architecture/sourceFile';
import { readSubjects, roomOf, subjectOf } from '../../test/architecture/subjects';
import { repoRoot } from '../../test/support/repoRoot';
import { codeLines } from './codeLines';
import { commitRooms } from './commitRooms';
import { houseDrawing } from './houseDrawing';

/**
 * Measures the house: subjects and rooms, their sizes and imports, and how many subjects a commit touches.
 *
 *     npm run bench -- house [COMMITS]     COMMITS (100) are the newest ones that change src
 *     npm run bench -- house --draw        draws src/house.svg instead
 */
async function measure(): Promise<void> {
	const sources = await readSources();
	const edges = importEdges(sources);
	const subjects = readSubjects();
	if (process.argv[2] === '--draw') {
		writeFileSync(join(repoRoot, 'src', 'house.svg'), houseDrawing(edges, subjects));
		return;
	}
	const lines = new Map(sources.map(source => [source.path, codeLines(source)]));
	const sum = (paths: Iterable<string>) => [...paths].reduce((all, path) => all + (lines.get(path) ?? 0), 0);
	const row = (...cells: readonly unknown[]) => console.log(cells.map(each => String(each).padStart(12)).join(' '));
	row('floor', 'subject', 'files', 'code lines');
	for (const { name, floor } of subjects) {
		const own = [...lines.keys()].filter(path => subjectOf(path) === name);
		row(floor, name, own.length, sum(own));
	}
	/** By the extension, its worker and its pages. */
	const loaded = new Set(entryFiles.filter(path => path !== 'src/cli.ts'));
	for (const path of loaded) {
		for (const { from, to } of edges) {
			from === path && lines.has(to) && loaded.add(to);
		}
	}
	const rooms = [...new Set([...lines.keys()].map(path => roomOf(path) ?? path))];
	const sizes = rooms.map(room => ({ room, size: sum([...lines.keys()].filter(path => roomOf(path) === room)) }));
	const largest = sizes.reduce((most, each) => (each.size > most.size ? each : most));
	const readers = sources.filter(({ path }) => roomOf(path) === 'code/pure/definitions');
	const touched = commitRooms(repoRoot, Number(process.argv[2] ?? 100), subjectOf).sort((a, b) => a - b);
	const mean = touched.reduce((all, each) => all + each, 0) / touched.length;
	const many = touched.filter(each => each > 3).length / touched.length;
	console.log(`
code lines of src                      ${sum(lines.keys())}
of the files that the extension loads  ${sum(loaded)}
largest room                           ${largest.room}, ${largest.size}
code/pure/definitions, all lines       ${readers.reduce((all, { text }) => all + text.split('\n').length - 1, 0)}
rooms that import each other           ${mutualRooms(edges).length}
imports that climb, or pass a face     ${brokenFloors(edges, subjects).length}
subjects that a commit touches         mean ${mean.toFixed(2)}, median ${touched[touched.length >> 1]}, ${(100 * many).toFixed(0)} % more than 3 (${touched.length} commits)`);
}

void measure();
