import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Patch, PatchedFile } from '../../src/runs/pure/model/patch';
import { patchOf } from '../../test/support/patchRun';
import { type Mutation, mutated } from '../entryPoints/entryPointCase';

/** An entry of projects.json. */
export interface SelectionProject {
	readonly id: string;
	/** A folder of syntaxes/. */
	readonly language: string;
	/** Files and folders whose functions are mutated. */
	readonly code: readonly string[];
	/** What makes a file fail to load, end its process, or leave out its tests, at its beginning. */
	readonly crash: string;
	readonly end: string;
	readonly skip: string;
	/** A new file that has `end` alone, where it cannot be at the beginning of another. */
	readonly endFile?: string;
	/** Lines at the end of a file that change nothing. */
	readonly padding: string;
}

/** A change of a project that fails some of its tests. */
export interface Mutant {
	readonly mutation: Mutation;
	/** Ids of the tests that fail with it. */
	readonly failing: readonly string[];
	/** The files of these tests. */
	readonly testFiles: readonly string[];
}

export const wrongKinds = ['breaks', 'hides', 'crashes', 'empties'] as const;

/**
 * Patches of a project with the bug `bug`: the right one, the right one with needless lines, and four that contain the
 * right one and break something else: with a second bug, with that and without its tests (deleted or skipped), with a file
 * that cannot be loaded, with one that ends the process. The folder has the project without bugs.
 */
export function patchesOf(
	folder: string,
	project: SelectionProject,
	{ bug, other, isDeleted }: { readonly bug: Mutant; readonly other: Mutant; readonly isDeleted: boolean },
): Readonly<Record<(typeof wrongKinds)[number] | 'right' | 'padded', Patch>> {
	const textOf = (path: string) => readFileSync(join(folder, path), 'utf8');
	const { file } = bug.mutation;
	const whole = textOf(file);
	const buggy = mutated(whole, bug.mutation);
	const place = other.mutation.file;
	/** The fix, with another change of the file of the second bug. */
	const fixWith = (change: (text: string) => string): PatchedFile[] => [
		{ path: file, before: buggy, after: place === file ? change(whole) : whole },
		...(place === file ? [] : [{ path: place, before: textOf(place), after: change(textOf(place)) }]),
	];
	const broken = fixWith(text => mutated(text, other.mutation));
	const hidden = other.testFiles.map((path): PatchedFile => {
		const before = textOf(path);
		return isDeleted ? { path, before } : { path, before, after: `${project.skip}${before}` };
	});
	const emptied =
		project.endFile === undefined
			? fixWith(text => `${project.end}${text}`)
			: [
					{ path: file, before: buggy, after: whole },
					{ path: project.endFile, after: project.end },
				];
	return {
		right: patchOf('right', { path: file, before: buggy, after: whole }),
		padded: patchOf('padded', { path: file, before: buggy, after: `${whole}${project.padding}` }),
		breaks: patchOf('breaks', ...broken),
		hides: patchOf('hides', ...broken, ...hidden),
		crashes: patchOf('crashes', ...fixWith(text => `${project.crash}${text}`)),
		empties: patchOf('empties', ...emptied),
	};
}
