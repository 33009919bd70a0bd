import type { BranchKind } from '../../src/engine/agent/branching/treeRules';

/** A bug as the course of actions that fixes it. */
export interface MadeBug {
	readonly id: string;
	readonly steps: readonly Step[];
}

export interface Step {
	readonly kind: Exclude<BranchKind, 'error'> | 'look';
	/** A wrong action here leads into a dead end: nothing that follows fixes the bug. Elsewhere every action will do. */
	readonly isDecisive: boolean;
	/** For an edit, and for a decisive submit, in place of which there is one more edit: the file that it fixes. */
	readonly file?: string;
}

/** As in the words below: an exclamation mark after a decisive step, a number before what is repeated. */
function madeBug(id: string, course: string): MadeBug {
	let nFiles = 0;
	const steps = course.split(' ').flatMap(word => {
		const [, count = '', kind = '', mark = ''] = /^(\d*)([a-z]+)(!?)$/.exec(word) ?? [];
		const isDecisive = mark !== '';
		const changes = kind === 'edit' || (kind === 'submit' && isDecisive);
		const step = { kind: kind as Step['kind'], isDecisive, ...(changes && { file: `place${++nFiles}.py` }) };
		return Array.from({ length: Number(count || '1') }, () => step);
	});
	return { id, steps };
}

/** Each kind of decision alone, an edit early and late, and several decisions in a row. */
export const madeBugs: readonly MadeBug[] = [
	madeBug('create', '2look create! append edit submit'),
	madeBug('append', '2look create append! edit submit'),
	madeBug('edit', '2look create append edit! submit'),
	madeBug('submit', '2look create append edit submit!'),
	madeBug('late edit', '12look create append 4look edit! 2look submit'),
	madeBug('create, edit', '4look create! append 2look edit! submit'),
	madeBug('append, edit', '4look create append! 2look edit! submit'),
	madeBug('edit, edit', '4look create append edit! 2look edit! submit'),
	madeBug('edit, submit', '4look create append edit! 2look submit!'),
	madeBug('all four', '4look create! append! edit! submit!'),
];

const [broken, fixed] = ['value = "broken"\n', 'value = "fixed"\n'];

/** The files of its project. */
export function projectOf({ steps }: MadeBug): Readonly<Record<string, string>> {
	return Object.fromEntries(steps.flatMap(({ file }) => (file === undefined ? [] : [[file, broken]])));
}

export function fixOfFile(path: string): { readonly path: string; readonly text: string } {
	return { path, text: fixed };
}

/** How its reproducer ends with these files: an error, or ''. */
export function failureOf(texts: Readonly<Record<string, string>>): string {
	const isFixed = Object.entries(texts).every(([path, text]) => !path.startsWith('place') || text === fixed);
	return isFixed ? '' : 'Traceback (most recent call last):\nAssertionError: expected fixed';
}
