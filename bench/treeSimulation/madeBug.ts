/** A bug as the course of actions that fixes it. */
export interface MadeBug {
	readonly id: string;
	readonly steps: readonly Step[];
}

export interface Step {
	readonly kind: 'look' | 'place' | 'edit' | 'submit';
	/**
	 * It can be wrong. A wrong look is never noticed, a wrong place makes every edit after it wrong, and a wrong edit can be
	 * corrected. Elsewhere every action is right.
	 */
	readonly isDecisive: boolean;
	/** For an edit: the file that it fixes. */
	readonly file?: string;
}

/** As in the words below: an exclamation mark after a decisive step, a number before what is repeated. */
function madeBug(id: string, course: string): MadeBug {
	let nFiles = 0;
	const steps = course.split(' ').flatMap(word => {
		const [, count = '', kind = '', mark = ''] = /^(\d*)([a-z]+)(!?)$/.exec(word) ?? [];
		const file = kind === 'edit' ? { file: `place${++nFiles}.py` } : {};
		const step = { kind: kind as Step['kind'], isDecisive: mark !== '', ...file };
		return Array.from({ length: Number(count || '1') }, () => step);
	});
	return { id, steps };
}

/** Each decision alone, early and late, several together, and one that no repair and no branch reaches. */
export const madeBugs: readonly MadeBug[] = [
	madeBug('place', '4look place! 2look edit submit'),
	madeBug('late place', '12look place! 2look edit submit'),
	madeBug('edit', '4look place 2look edit! submit'),
	madeBug('late edit', '4look place 12look edit! submit'),
	madeBug('two edits', '4look place 2look edit! edit! submit'),
	madeBug('place, edit', '4look place! 2look edit! submit'),
	madeBug('late place, late edit', '12look place! 6look edit! submit'),
	madeBug('place, two edits', '4look place! 2look edit! edit! submit'),
	madeBug('look', 'look! 4look place 2look edit submit'),
	madeBug('look, place, edit', 'look! 4look place! 2look edit! submit'),
];

const functionOf = (path: string, value: string) => `def ${path.replace('.py', '')}():\n    return "${value}"\n`;

/** Places that are not where the bug is. */
export const wrongPlaces: readonly string[] = Array.from({ length: 40 }, (_, at) => `elsewhere${at}.py`);

/** The files of its project. */
export function projectOf({ steps }: MadeBug): Readonly<Record<string, string>> {
	const files = [...steps.flatMap(({ file }) => file ?? []), ...wrongPlaces];
	return Object.fromEntries(files.map(path => [path, functionOf(path, 'broken')]));
}

export function fixOfFile(path: string): { readonly path: string; readonly text: string } {
	return { path, text: functionOf(path, 'fixed') };
}

/** A program that shows the bug. */
export const reproducer = 'from place1 import place1\n\nassert place1() == "fixed", "expected fixed"\n';

/** How it ends with these files: an error, or ''. */
export function failureOf(texts: Readonly<Record<string, string>>): string {
	const isFixed = Object.entries(texts).every(
		([path, text]) => !/^place\d+\.py$/.test(path) || text === fixOfFile(path).text,
	);
	return isFixed ? '' : 'Traceback (most recent call last):\nAssertionError: expected fixed';
}
