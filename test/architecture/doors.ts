import { isBuiltin } from 'node:module';
import type { Node } from 'web-tree-sitter';
import type { ImportEdge } from './importGraph';
import { nodesOfType, place, type SourceFile } from './sourceFile';

/** Files that are started, never imported. */
export const entryFiles = [
	'src/extension.ts',
	'src/cli.ts',
	'src/localizer/node/indexWorker.ts',
	'src/webview/main.tsx',
];

/** Packages without node, DOM or editor in them: all that core may take from outside. A new one belongs here first. */
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
];
const viewPackages = ['preact', 'virtua'];

interface Door {
	/** The rule, for the failure message. */
	readonly rule: string;
	readonly broken: (edge: ImportEdge) => boolean;
}

const doors: readonly Door[] = [
	{
		rule: 'core imports only core and pure packages; every effect goes through core/ports.ts',
		broken: edge => inRoom(edge.from, 'core') && !(edge.isPackage ? isOf(edge, purePackages) : inRoom(edge.to, 'core')),
	},
	{
		rule: 'core/model imports nothing outside core/model',
		broken: edge => inRoom(edge.from, 'core/model') && (edge.isPackage || !inRoom(edge.to, 'core/model')),
	},
	{
		rule: 'search knows no tool, nor does history: tools call them',
		broken: edge => inRoom(edge.from, 'core/search', 'core/history') && inRoom(edge.to, 'core/tools'),
	},
	{
		rule: 'tools, agent, testing, edits, workbench and eval know no stage and no strategy',
		broken: edge =>
			inRoom(edge.from, 'core/tools', 'core/agent', 'core/testing', 'core/edits', 'core/workbench', 'core/eval') &&
			inRoom(edge.to, 'core/stages', 'core/strategies'),
	},
	{
		rule: 'the public tools are made of what the rest of core has, which knows nothing of them',
		broken: edge => !inRoom(edge.from, 'core/publicTools', 'node', 'editor') && inRoom(edge.to, 'core/publicTools'),
	},
	{
		rule: 'a stage imports no other stage and no strategy; strategies put stages together',
		broken: edge =>
			inRoom(edge.from, 'core/stages') &&
			(inRoom(edge.to, 'core/strategies') ||
				(inRoom(edge.to, 'core/stages') && stageOf(edge.to) !== stageOf(edge.from))),
	},
	{
		rule: 'node implements ports: it imports core, node and packages',
		broken: edge => inRoom(edge.from, 'node') && !edge.isPackage && !inRoom(edge.to, 'core', 'node'),
	},
	{
		rule: 'editor imports core, node, protocol, l10n, editor and packages',
		broken: edge =>
			inRoom(edge.from, 'editor') && !edge.isPackage && !inRoom(edge.to, 'core', 'node', 'protocol', 'l10n', 'editor'),
	},
	{
		rule: 'l10n imports nothing',
		broken: edge => inRoom(edge.from, 'l10n') && !inRoom(edge.to, 'l10n'),
	},
	{
		rule: 'protocol imports only core/model and protocol',
		broken: edge => inRoom(edge.from, 'protocol') && (edge.isPackage || !inRoom(edge.to, 'core/model', 'protocol')),
	},
	{
		rule: 'webview imports only core/model, protocol, l10n, webview, what cleans shown text, and packages for a page',
		broken: edge =>
			inRoom(edge.from, 'webview') &&
			!(edge.isPackage
				? isOf(edge, [...purePackages, ...viewPackages])
				: inRoom(edge.to, 'core/model', 'protocol', 'l10n', 'webview') ||
					edge.to === 'src/system/pure/text/shownText.ts'),
	},
	{
		rule: 'vscode is imported only under editor and in extension.ts',
		broken: edge => edge.to === 'vscode' && !inRoom(edge.from, 'editor') && edge.from !== 'src/extension.ts',
	},
	{
		rule: 'node: modules are imported only under node and editor and by entry files',
		broken: edge =>
			edge.isPackage && isBuiltin(edge.to) && !inRoom(edge.from, 'node', 'editor') && !entryFiles.includes(edge.from),
	},
	{ rule: 'nothing imports an entry file', broken: edge => entryFiles.includes(edge.to) },
	{ rule: 'src imports nothing outside src', broken: edge => !edge.isPackage && !edge.to.startsWith('src/') },
];

/** One line for each import that goes through no door. */
export function brokenDoors(edges: readonly ImportEdge[]): string[] {
	return edges.flatMap(edge =>
		doors
			.filter(({ broken }) => broken(edge))
			.map(({ rule }) => `${edge.from}:${edge.line} imports ${edge.to}: ${rule}`),
	);
}

/** Two rooms of a layer that import each other: a line for each pair, with the fewer imports of the two. */
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

/** `core/index`; undefined for a file that is in no room. */
function roomOf(path: string): string | undefined {
	const [, layer = '', room = '', ...rest] = path.split('/');
	return ['core', 'node', 'editor'].includes(layer) && rest.length > 0 ? `${layer}/${room}` : undefined;
}

/** Core asks the world through ports; a global of node, or the clock, would be a way around the doors that no import shows. */
export function nodeGlobalsInCore(source: SourceFile): string[] {
	const globals = ['process', 'Buffer', '__dirname', '__filename', 'Date', 'performance'];
	return nodesOfType(source.root, 'identifier')
		.filter(node => inRoom(source.path, 'core') && globals.includes(node.text) && isUse(node))
		.map(node => `${place(source, node)} uses ${node.text}`);
}

/** A whole object in `object.member`, or a file-name global anywhere: not a variable of the same name. */
function isUse(node: Node): boolean {
	const isMade = node.parent?.childForFieldName('constructor')?.id === node.id;
	return node.text.startsWith('__') || isMade || node.parent?.childForFieldName('object')?.id === node.id;
}

function inRoom(path: string, ...rooms: readonly string[]): boolean {
	return rooms.some(room => path.startsWith(`src/${room}/`));
}

function isOf({ to }: ImportEdge, packages: readonly string[]): boolean {
	return packages.some(name => to === name || to.startsWith(`${name}/`));
}

function stageOf(path: string): string | undefined {
	return path.split('/')[3];
}
