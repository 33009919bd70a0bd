import type { Node } from 'web-tree-sitter';
import { nodesOfType, place, type SourceFile } from './sourceFile';

/** The parts of package.json that name things by id. */
export interface Manifest {
	readonly contributes: {
		readonly commands?: readonly { command: string }[];
		readonly viewsContainers?: Readonly<Record<string, readonly { id: string }[]>>;
		readonly views?: Readonly<Record<string, readonly { id: string }[]>>;
		readonly colors?: readonly { id: string }[];
		readonly configuration?: Configuration | readonly Configuration[];
	};
}

interface Configuration {
	readonly properties: Readonly<Record<string, unknown>>;
}

const prefix = 'faultline.';
const idsFile = 'src/editor/ids.ts';
const settingsFile = 'src/editor/settings/settingNames.ts';
/** Exported const objects of ids.ts, each a kind of id. */
const idKinds = ['commands', 'views', 'contextKeys', 'colors'] as const;
/** In a `when` clause, the right side of a comparison is a value, not a key. */
const comparison = /(?:[=!]=|=~|\bin\b)\s*[^\s&|)]+/g;

/**
 * Everything in which package.json and src disagree: ids of one that the other does not have, typed ids that nothing uses,
 * ids written out as text where the typed one belongs, and references inside package.json that lead nowhere.
 */
export function manifestDisagreements(manifest: Manifest, sources: readonly SourceFile[]): string[] {
	const typed = typedIds(sources);
	const declared = declaredIds(manifest);
	return [
		...[...idKinds, 'settings' as const].flatMap(kind => difference(kind, declared[kind], typed[kind])),
		...unusedIds(sources),
		...idsWrittenOut(sources),
		...danglingReferences(manifest, declared),
	];
}

type Ids = Readonly<Record<(typeof idKinds)[number] | 'settings', ReadonlySet<string>>>;

function typedIds(sources: readonly SourceFile[]): Ids {
	const ids = (file: string, name: string) => new Set(constantEntries(sources, file, name).map(({ value }) => value));
	return {
		commands: ids(idsFile, 'commands'),
		views: ids(idsFile, 'views'),
		contextKeys: ids(idsFile, 'contextKeys'),
		colors: ids(idsFile, 'colors'),
		settings: ids(settingsFile, 'settingNames'),
	};
}

function declaredIds(manifest: Manifest): Ids {
	const { commands = [], views = {}, viewsContainers = {}, colors = [], configuration = [] } = manifest.contributes;
	const viewIds = [views, viewsContainers].flatMap(each => Object.values(each).flat()).map(({ id }) => id);
	return {
		commands: new Set(commands.map(({ command }) => command)),
		views: new Set(viewIds),
		contextKeys: new Set(keysInWhenClauses(manifest).filter(key => !viewIds.some(id => key === `${id}.visible`))),
		colors: new Set(colors.map(({ id }) => id)),
		settings: new Set([configuration].flat().flatMap(({ properties }) => Object.keys(properties))),
	};
}

function difference(kind: string, declared: ReadonlySet<string>, typed: ReadonlySet<string>): string[] {
	const typedIn = kind === 'settings' ? settingsFile : idsFile;
	return [
		...[...declared].filter(id => !typed.has(id)).map(id => `${kind}: ${id} is in package.json but not in ${typedIn}`),
		...[...typed].filter(id => !declared.has(id)).map(id => `${kind}: ${id} is in ${typedIn} but not in package.json`),
	];
}

function unusedIds(sources: readonly SourceFile[]): string[] {
	const others = sources.filter(({ path }) => path !== idsFile);
	const members = new Set(others.flatMap(({ root }) => nodesOfType(root, 'member_expression').map(node => node.text)));
	return idKinds.flatMap(kind =>
		constantEntries(sources, idsFile, kind)
			.filter(({ key }) => !members.has(`${kind}.${key}`))
			.map(({ key }) => `${kind}.${key} is used nowhere in src`),
	);
}

function idsWrittenOut(sources: readonly SourceFile[]): string[] {
	return sources
		.filter(({ path }) => path !== idsFile && path !== settingsFile)
		.flatMap(source =>
			nodesOfType(source.root, 'string_fragment')
				.filter(node => /^faultline\.[a-z]|\bcommand:faultline\./i.test(node.text))
				.map(node => `${place(source, node)} writes out ${node.text}: use the typed id`),
		);
}

function danglingReferences(manifest: Manifest, declared: Ids): string[] {
	const texts = allStrings(manifest.contributes);
	const commands = texts.flatMap(text =>
		[...text.matchAll(/command:(faultline\.[\w.]+)/g)].map(match => match[1] ?? ''),
	);
	const mentioned = objectsIn(manifest.contributes).flatMap(({ command }) =>
		typeof command === 'string' ? [command] : [],
	);
	const settings = texts.flatMap(text =>
		[...text.matchAll(/config\.(faultline\.[\w.]+)/g)].map(match => match[1] ?? ''),
	);
	return [
		...[...commands, ...mentioned.filter(id => id.startsWith(prefix))]
			.filter(id => !declared.commands.has(id))
			.map(id => `package.json refers to the command ${id}, which it does not declare`),
		...settings
			.filter(id => !declared.settings.has(id))
			.map(id => `package.json refers to the setting ${id}, which it does not declare`),
	];
}

/** With those of the events that complete a step of a walkthrough: `onContext:` and a clause. */
function keysInWhenClauses(manifest: Manifest): string[] {
	const objects = objectsIn(manifest.contributes);
	const events = objects.flatMap(({ completionEvents = [] }) => completionEvents as readonly string[]);
	const clauses = objects.flatMap(({ when, enablement }) => [when, enablement]);
	return [...clauses, ...events.filter(event => event.startsWith('onContext:'))]
		.filter(clause => typeof clause === 'string')
		.flatMap(clause => clause.replace(comparison, '').match(/(?<![\w.])faultline\.[\w.]+/g) ?? []);
}

/** The `key: 'value'` pairs of `export const <name> = { … }`. */
function constantEntries(sources: readonly SourceFile[], file: string, name: string): { key: string; value: string }[] {
	const source = sources.find(({ path }) => path === file);
	const declarators = source ? nodesOfType(source.root, 'variable_declarator') : [];
	const declarator = declarators.find(node => node.childForFieldName('name')?.text === name);
	const unquoted = (node: Node | null) => node?.text.replace(/^['"`]|['"`]$/g, '') ?? '';
	return declarator
		? nodesOfType(declarator, 'pair').map(pair => ({
				key: unquoted(pair.childForFieldName('key')),
				value: unquoted(pair.childForFieldName('value')),
			}))
		: [];
}

function objectsIn(value: unknown): Record<string, unknown>[] {
	if (typeof value !== 'object' || value === null) {
		return [];
	}
	const inner = Object.values(value).flatMap(objectsIn);
	return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

function allStrings(value: unknown): string[] {
	if (typeof value === 'string') {
		return [value];
	}
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(allStrings) : [];
}
