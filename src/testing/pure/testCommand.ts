import type { Argument } from '../../code/pure/languages/argument';
import type { RunnerData } from '../../code/pure/languages/runnerData';
import { fillText } from '../../sandbox/pure/execution/placeholders';
import type { TestSelection } from './testSuite';

type Values = Readonly<Record<string, string>>;

/**
 * The arguments for a runner to run a selection. Its files are paths in the project. A runner that cannot select tests
 * gets their files; one that cannot select files gets none.
 */
export function selectionArguments(runner: RunnerData, selection: TestSelection): string[] {
	if (selection === 'all') {
		return expanded(runner.all ?? [], []);
	}
	if ('files' in selection) {
		return runner.files === undefined
			? expanded(runner.all ?? [], [])
			: expanded(runner.files, selection.files.map(fileValues));
	}
	return runner.tests === undefined
		? selectionArguments(runner, filesOf(runner, selection.tests))
		: expanded(
				runner.tests,
				selection.tests.map(id => testValues(runner, id)),
			);
}

/** The files of some tests, as far as their ids name them; all if one does not. */
function filesOf(runner: RunnerData, tests: readonly string[]): TestSelection {
	const files = tests.map(id => testValues(runner, id).file ?? '');
	return files.includes('') ? 'all' : { files: [...new Set(files)] };
}

/** Each text that names something of a file or test once for each; without one, those texts are left out. */
function expanded(given: readonly Argument[], all: readonly Values[]): string[] {
	return given.flatMap(argument => {
		if (typeof argument !== 'string') {
			const { start = '', each, join, end = '' } = argument;
			return [`${start}${distinct(all.map(values => fillText(each, values))).join(join)}${end}`];
		}
		return placeholder.test(argument) ? distinct(all.map(values => fillText(argument, values))) : [argument];
	});
}

const placeholder = /\{[A-Za-z]+\}/;

function distinct(texts: readonly string[]): string[] {
	return [...new Set(texts)];
}

function fileValues(file: string): Values {
	const directory = file.slice(0, Math.max(0, file.lastIndexOf('/')));
	const stem = file.slice(file.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '');
	return { file, directory: directory === '' ? '.' : directory, stem };
}

/** The id, and its groups; its file's groups as well. By default the file is the part before `::`. */
function testValues({ id: pattern = '^(?<file>[^:]+)::' }: RunnerData, id: string): Values {
	const groups = new RegExp(pattern).exec(id)?.groups ?? {};
	const leaf = id.split(/ > |::/).at(-1) ?? '';
	const named = Object.entries({ id, leaf, ...groups }).filter(
		(entry): entry is [string, string] => entry[1] !== undefined,
	);
	const patterns = named.map(([name, text]) => [`${name}Pattern`, asPattern(text)]);
	const { file } = Object.fromEntries(named) as { readonly file?: string };
	return { ...(file !== undefined && fileValues(file)), ...Object.fromEntries([...named, ...patterns]) };
}

/** A regular expression for a text. Runners join the names of suites and tests by blanks, or as ids do. */
function asPattern(text: string): string {
	return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&').replaceAll(' > ', '(?: > | ?)');
}
