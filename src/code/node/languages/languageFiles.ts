import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from '../../../system/pure/errors/errorText';
import { UserError } from '../../../system/pure/errors/userError';
import { type Fields, isRecord } from '../../../system/pure/fields';
import { callbacksProblem, directivesProblem, readerProblem } from '../../pure/definitions/readerProblem';
import type { CellData } from '../../pure/languages/cellData';
import type { LanguageData } from '../../pure/languages/languageData';
import { type LanguageFile, resolveLanguages } from '../../pure/languages/resolveLanguages';
import type { TextData } from '../../pure/languages/textData';
import type { TraceData } from '../../pure/languages/traceData';
import { readCrashData } from './crashDataFile';
import { reproducerProblem } from './reproducerCheck';
import { readTestData } from './testDataFile';
import { readTextData, textFolder } from './textDataFile';

export interface ReadLanguages {
	readonly languages: readonly LanguageData[];
	/** Absent if it cannot be used. */
	readonly texts?: TextData;
	/** Of those that are left out: one sentence each, with the file and the field. */
	readonly problems: readonly string[];
}

/**
 * Reads and checks `syntaxes/<language>/*.json` below the package's folder. Throws `UserError` when there is no
 * `syntaxes` folder.
 */
export function readLanguages(packageRoot: string): ReadLanguages {
	const problems: string[] = [];
	const files = languageFolders(packageRoot).flatMap(folder => readLanguage(packageRoot, folder, problems) ?? []);
	const languages = resolveLanguages(files.filter(file => isResolvable(file, files, problems)));
	const texts = readTexts(packageRoot, problems);
	return { languages, ...(texts && { texts }), problems };
}

function readTexts(packageRoot: string, problems: string[]): TextData | undefined {
	try {
		return readTextData(packageRoot);
	} catch (error) {
		problems.push(`syntaxes/${textFolder}/kinds.json: ${errorText(error)}`);
		return undefined;
	}
}

function languageFolders(packageRoot: string): string[] {
	const folder = join(packageRoot, 'syntaxes');
	try {
		const entries = readdirSync(folder, { withFileTypes: true });
		return entries
			.filter(entry => entry.isDirectory() && entry.name !== textFolder)
			.map(entry => entry.name)
			.sort();
	} catch (error) {
		throw new UserError(`${folder} cannot be read, install Faultline again: ${errorText(error)}`);
	}
}

function readLanguage(packageRoot: string, folder: string, problems: string[]): LanguageFile | undefined {
	const path = languagePath(folder);
	try {
		const checked = checkLanguageFile(JSON.parse(readFileSync(join(packageRoot, path), 'utf8')));
		if ('problem' in checked) {
			problems.push(`${path}: ${checked.problem}`);
			return undefined;
		}
		if (checked.language.id !== folder) {
			problems.push(`${path}: "id" must be "${folder}", like its folder`);
			return undefined;
		}
		const traces = readTraces(packageRoot, folder, problems);
		const crashes = readCrashData(join(packageRoot, 'syntaxes', folder));
		const tests = readTestData(join(packageRoot, 'syntaxes', folder));
		const cells = readCells(join(packageRoot, 'syntaxes', folder), checked.language.cells);
		const { reproducer } = checked.language;
		const { coverage, callRecorder } = tests ?? {};
		return {
			...checked.language,
			...(traces && { traces }),
			...(crashes && { crashes }),
			...(tests && { tests }),
			...(cells && { cells }),
			...(reproducer && {
				reproducer: { ...reproducer, ...(coverage && { coverage }), ...(callRecorder && { callRecorder }) },
			}),
		};
	} catch (error) {
		problems.push(`${path}: ${errorText(error)}`);
		return undefined;
	}
}

/** The `cells` of a `language.json` with the text of its program. Throws `UserError` that names a wrong field. */
function readCells(folder: string, data: unknown): CellData | undefined {
	if (data === undefined) {
		return undefined;
	}
	const { program, command } = Object(data) as Record<string, unknown>;
	const isCommand = Array.isArray(command) && command.every(word => typeof word === 'string');
	if (typeof program !== 'string' || !/^[\w.]+$/.test(program) || !isCommand || command[0] !== '{interpreter}') {
		throw new UserError('"cells" needs a "program", a file beside it, and a "command" that begins with {interpreter}');
	}
	return { program: readFileSync(join(folder, program), 'utf8'), command };
}

/** A language need not have formats of its own. */
function readTraces(packageRoot: string, folder: string, problems: string[]): TraceData | undefined {
	const path = `syntaxes/${folder}/traces.json`;
	if (!existsSync(join(packageRoot, path))) {
		return undefined;
	}
	try {
		const data: unknown = JSON.parse(readFileSync(join(packageRoot, path), 'utf8'));
		const problem = traceProblem(data);
		if (problem === undefined) {
			return data as TraceData;
		}
		problems.push(`${path}: ${problem}`);
	} catch (error) {
		problems.push(`${path}: ${errorText(error)}`);
	}
	return undefined;
}

/** Whether a language and all it extends are available. */
function isResolvable(file: LanguageFile, files: readonly LanguageFile[], problems: string[]): boolean {
	const chain = new Set<LanguageFile>();
	for (let at: LanguageFile | undefined = file; at !== undefined && !chain.has(at); ) {
		chain.add(at);
		const base: string | undefined = at.extends;
		at = files.find(other => other.id === base);
	}
	try {
		resolveLanguages([...chain]);
		return true;
	} catch (error) {
		problems.push(`${languagePath(file.id)}: "extends": ${errorText(error)}`);
		return false;
	}
}

function languagePath(folder: string): string {
	return `syntaxes/${folder}/language.json`;
}

/** Validates a parsed `language.json`; the problem is one sentence that names the field. */
function checkLanguageFile(data: unknown): { readonly language: LanguageFile } | { readonly problem: string } {
	if (!isRecord(data)) {
		return { problem: 'it is not a JSON object' };
	}
	const problem =
		texts(data) ??
		lists(data) ??
		blankedWords(data) ??
		embedded(data) ??
		recognize(data) ??
		definitions(data) ??
		callbacksProblem(data.callbacks) ??
		directivesProblem(data.directives) ??
		readerProblem(data.reader, data.extends !== undefined) ??
		reproducerProblem(data.reproducer);
	return problem === undefined ? { language: data as unknown as LanguageFile } : { problem };
}

function texts(data: Fields): string | undefined {
	const wrong = ['id', 'name', 'grammar'].find(field => typeof data[field] !== 'string' || data[field] === '');
	return wrong === undefined ? undefined : `"${wrong}" must be a string`;
}

function lists(data: Fields): string | undefined {
	if (!isTextList(data.extensions)) {
		return '"extensions" must be a list of strings';
	}
	const wrong = optionalLists.find(field => data[field] !== undefined && !isTextList(data[field]));
	return wrong === undefined ? undefined : `"${wrong}" must be a list of strings`;
}

const optionalLists = [
	...[
		'fileNames',
		'tags',
		'testFiles',
		'descend',
		'nameless',
		'anonymous',
		'wrappers',
		'leading',
		'comments',
		'docstring',
	],
	...[
		'qualified',
		'transparent',
		'omit',
		'modifiers',
		'modifierLists',
		'keywords',
		'signed',
		'signedInFunctions',
		'ignored',
		'moduleFiles',
	],
];

function blankedWords({ blank = [] }: Fields): string | undefined {
	const isWord = (each: unknown) =>
		typeof each === 'string' || (isRecord(each) && typeof each.before === 'string' && typeof each.word === 'string');
	return Array.isArray(blank) && blank.every(isWord)
		? undefined
		: '"blank" must be a list of strings, or objects with the strings "before" and "word"';
}

function embedded({ embedded }: Fields): string | undefined {
	const isData =
		isRecord(embedded) &&
		('tag' in embedded
			? isRecord(embedded.attributes) && Object.values(embedded.attributes).every(isTextList)
			: isTextList(embedded.notebook) &&
				isRecord(embedded.leftOut) &&
				Object.values(embedded.leftOut).every(isPattern));
	return embedded === undefined || isData
		? undefined
		: '"embedded" must have "tag" and "attributes", or "notebook" and "leftOut" with regular expressions';
}

function recognize({ recognize }: Fields): string | undefined {
	if (recognize === undefined) {
		return undefined;
	}
	try {
		new RegExp(String(recognize), 'm');
		return typeof recognize === 'string' ? undefined : '"recognize" must be a regular expression as a string';
	} catch (error) {
		return `"recognize" is not a regular expression: ${(error as Error).message}`;
	}
}

function definitions({ definitions = {} }: Fields): string | undefined {
	if (!isRecord(definitions)) {
		return '"definitions" must be an object of node types';
	}
	for (const [nodeType, rules] of Object.entries(definitions)) {
		for (const rule of rules === null ? [] : [rules].flat()) {
			const kind = isRecord(rule) ? rule.kind : null;
			if (kind !== undefined && !kinds.some(known => known === kind)) {
				return `"definitions"."${nodeType}" needs rules, whose "kind", if any, is one of ${kinds.join(', ')}`;
			}
		}
	}
	return undefined;
}

/** Validates a parsed `traces.json`. The problem is one sentence that names the field; undefined if there is none. */
function traceProblem(data: unknown): string | undefined {
	if (!isRecord(data)) {
		return 'it is not a JSON object';
	}
	const { runners = {}, ...own } = data;
	if (!isRecord(runners)) {
		return '"runners" must be an object';
	}
	const problems = Object.entries(runners).map(([name, runner]) => {
		const problem = !isRecord(runner) || runner.signs === undefined ? 'needs "signs"' : outputProblem(runner);
		return problem && `"runners"."${name}": ${problem}`;
	});
	return outputProblem(own) ?? problems.find(problem => problem !== undefined);
}

function outputProblem({ frames = [], ...lists }: Fields): string | undefined {
	if (!Array.isArray(frames) || !frames.every(isFrame)) {
		return '"frames" must be a list of objects with "name", "order" and regular expressions';
	}
	const wrong = Object.entries(lists).find(([, list]) => !Array.isArray(list) || !list.every(isPattern));
	return wrong && `"${wrong[0]}" must be a list of regular expressions`;
}

function isFrame(frame: unknown): boolean {
	return (
		isRecord(frame) &&
		typeof frame.name === 'string' &&
		['outermostFirst', 'innermostFirst'].includes(String(frame.order)) &&
		isPattern(frame.frame) &&
		[frame.above, frame.below].every(each => each === undefined || isPattern(each))
	);
}

function isPattern(text: unknown): boolean {
	try {
		return typeof text === 'string' && new RegExp(text) instanceof RegExp;
	} catch {
		return false;
	}
}

const kinds = ['class', 'interface', 'module', 'type', 'function', 'method', 'macro', 'constant', 'field'];

function isTextList(value: unknown): boolean {
	return Array.isArray(value) && value.every(item => typeof item === 'string');
}
