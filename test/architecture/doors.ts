import { isBuiltin } from 'node:module';
import type { Node } from 'web-tree-sitter';
import type { ImportEdge } from './importGraph';
import { nodesOfType, place, type SourceFile } from './sourceFile';
import { roomOf, type Subject, subjectOf } from './subjects';

/** Files that are started, never imported. */
export const entryFiles = [
	'src/extension.ts',
	'src/cli.ts',
	'src/localizer/node/indexWorker.ts',
	'src/webview/main.tsx',
];

/** Packages without node, DOM or editor in them: all that pure code may take from outside. A new one belongs here first. */
const purePackages = [
	'@jridgewell/trace-mapping',
	'web-tree-sitter',
	'ignore',
	'picomatch',
	'diff',
	'node-diff3',
	'jsonrepair',
	're2js',
	'htmlparser2',
	'jsonschema',
	'@orama/stemmers',
];
const viewPackages = ['preact', 'virtua'];

interface Door {
	/** The rule, for the failure message. */
	readonly rule: string;
	readonly broken: (edge: ImportEdge) => boolean;
}

const doors: readonly Door[] = [
	{
		rule: 'pure code imports only pure code and pure packages; every effect goes through a port',
		broken: ({ from, to, isPackage }) => isPure(from) && !(isPackage ? isOf(to, purePackages) : isPure(to)),
	},
	{
		rule: 'a stage imports no other stage; the agent combines them',
		broken: ({ from, to }) =>
			inFolder(from, 'engine/stages') && inFolder(to, 'engine/stages') && stageOf(to) !== stageOf(from),
	},
	{
		rule: 'webview imports only runs, pure code of system, l10n, webview and packages for a page',
		broken: ({ from, to, isPackage }) =>
			inFolder(from, 'webview') &&
			!(isPackage
				? isOf(to, [...purePackages, ...viewPackages])
				: inFolder(to, 'webview', 'l10n', 'runs/pure', 'system/pure')),
	},
	{
		rule: 'vscode is imported only under editor and in extension.ts',
		broken: ({ from, to }) => to === 'vscode' && !inFolder(from, 'editor') && from !== 'src/extension.ts',
	},
	{
		rule: 'node: modules are imported only in node folders, by cli, editor and entry files',
		broken: ({ from, to, isPackage }) =>
			isPackage && isBuiltin(to) && !(isNode(from) || inFolder(from, 'cli', 'editor') || entryFiles.includes(from)),
	},
	{ rule: 'nothing imports an entry file', broken: ({ to }) => entryFiles.includes(to) },
	{ rule: 'src imports nothing outside src', broken: ({ to, isPackage }) => !isPackage && !to.startsWith('src/') },
];

/** One line for each import that goes through no door. */
export function brokenDoors(edges: readonly ImportEdge[]): string[] {
	return edges.flatMap(edge => doors.filter(({ broken }) => broken(edge)).map(({ rule }) => violation(edge, rule)));
}

/** One line for each import that climbs to a higher floor, and for each past the face of another subject. */
export function brokenFloors(edges: readonly ImportEdge[], subjects: readonly Subject[]): string[] {
	const byName = new Map(subjects.map(subject => [subject.name, subject]));
	return edges.flatMap(edge => {
		const [from, to] = [edge.from, edge.to].map(path => byName.get(subjectOf(path) ?? ''));
		if (edge.isPackage || to === undefined || from === to) {
			return [];
		}
		const climbs = from !== undefined && from.floor <= to.floor;
		return [
			...(climbs ? [violation(edge, `floor ${from.floor} imports only floors below, not floor ${to.floor}`)] : []),
			...(isInFace(edge.to, to) ? [] : [violation(edge, `it is not in the face of ${to.name} (its README)`)]),
		];
	});
}

function isInFace(path: string, { name, face }: Subject): boolean {
	const inSubject = path.slice(`src/${name}/`.length);
	return face.some(each =>
		each.endsWith('/') ? inSubject.startsWith(each) : inSubject.replace(/\.\w+$/, '') === each,
	);
}

/** Two rooms that import each other: a line for each pair, with the fewer imports of the two. */
export function mutualRooms(edges: readonly ImportEdge[]): string[] {
	const between = new Map<string, ImportEdge[]>();
	for (const edge of edges) {
		const [from, to] = [roomOf(edge.from), edge.isPackage ? undefined : roomOf(edge.to)];
		if (from !== undefined && to !== undefined && from !== to) {
			between.set(`${from} ${to}`, [...(between.get(`${from} ${to}`) ?? []), edge]);
		}
	}
	return [...between].flatMap(([pair, there]) => {
		const [from = '', to = ''] = pair.split(' ');
		const back = between.get(`${to} ${from}`) ?? [];
		const isFewer = there.length < back.length || (there.length === back.length && from < to);
		const shown = there.map(edge => `${edge.from}:${edge.line} imports ${edge.to}`);
		return isFewer ? [`${from} and ${to} import each other: ${shown.join(', ')}`] : [];
	});
}

/** Pure code reaches the world through ports; a global of node, or the clock, is a way around them that no import shows. */
export function nodeGlobalsInPure(source: SourceFile): string[] {
	const globals = ['process', 'Buffer', '__dirname', '__filename', 'Date', 'performance'];
	return nodesOfType(source.root, 'identifier')
		.filter(node => isPure(source.path) && globals.includes(node.text) && isUse(node))
		.map(node => `${place(source, node)} uses ${node.text}`);
}

/** A whole object in `object.member`, or a file-name global anywhere: not a variable of the same name. */
function isUse(node: Node): boolean {
	const isMade = node.parent?.childForFieldName('constructor')?.id === node.id;
	return node.text.startsWith('__') || isMade || node.parent?.childForFieldName('object')?.id === node.id;
}

/** The folder `pure` of a subject, and the subjects that have nothing else. */
function isPure(path: string): boolean {
	return path.split('/')[2] === 'pure' || inFolder(path, 'engine', 'mcp');
}

function isNode(path: string): boolean {
	return path.split('/')[2] === 'node';
}

function inFolder(path: string, ...folders: readonly string[]): boolean {
	return folders.some(folder => path.startsWith(`src/${folder}/`));
}

function isOf(specifier: string, packages: readonly string[]): boolean {
	return packages.some(name => specifier === name || specifier.startsWith(`${name}/`));
}

function violation({ from, line, to }: ImportEdge, rule: string): string {
	return `${from}:${line} imports ${to}: ${rule}`;
}

function stageOf(path: string): string | undefined {
	return path.split('/')[3];
}
