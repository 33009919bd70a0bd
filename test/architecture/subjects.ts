import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { repoRoot } from '../support/repoRoot';

/** A folder of src/, as its README states it. */
export interface Subject {
	readonly name: string;
	/** The ground is floor 0; a subject imports only from floors below its own. */
	readonly floor: number;
	/** What other subjects may import: folders end with `/`, files have no extension. Paths are relative to the subject. */
	readonly face: readonly string[];
}

/** All subjects, from the ground. */
export function readSubjects(): readonly Subject[] {
	return globSync('src/*/README.md', { cwd: repoRoot })
		.map(path => parseSubject(basename(dirname(path)), readFileSync(join(repoRoot, path), 'utf8')))
		.sort((a, b) => a.floor - b.floor);
}

/** Throws `Error` for a README without its floor or its face. */
export function parseSubject(name: string, readme: string): Subject {
	const floor = /^Floor (\d+)\b/m.exec(readme)?.[1];
	const section = /^## Face\n([\s\S]*?)(?=^## |(?![\s\S]))/m.exec(readme)?.[1];
	if (floor === undefined || section === undefined) {
		throw new Error(`src/${name}/README.md needs a line "Floor N" and a section "Face"`);
	}
	const face = section.split('\n').flatMap(line => /^- (.*?)(?::|$)/.exec(line)?.[1]?.match(/`[^`]+`/g) ?? []);
	return { name, floor: Number(floor), face: face.map(each => each.slice(1, -1)) };
}

/** The subject of a file; undefined for the entry files beside them. */
export function subjectOf(path: string): string | undefined {
	const [, name, ...rest] = path.split('/');
	return rest.length > 0 ? name : undefined;
}

/** `code/pure/search`: a folder of a subject, or a file beside its folders; undefined for the entry files. */
export function roomOf(path: string): string | undefined {
	const parts = path.split('/').slice(1);
	return parts.length === 1 ? undefined : parts.slice(0, ['pure', 'node'].includes(parts[1] ?? '') ? 3 : 2).join('/');
}
