import assert from 'node:assert/strict';
import { Language, Parser, Query } from 'web-tree-sitter';
import { LanguageRules } from '../../src/code/pure/definitions/languageRules';
import { LanguageTable } from '../../src/code/pure/definitions/languageTable';
import type { DefinitionRule, LanguageData, Selector } from '../../src/code/pure/languages/languageData';
import { grammarBytes, installedGrammars, languageFiles, tagsText } from '../support/grammars';

const source = installedGrammars();

describe('syntaxes', () => {
	it('are named after their folder, and no extension is claimed twice without a way to distinguish them', () => {
		const claims = source.languages.flatMap(language =>
			language.extensions.map(extension => ({ extension, language })),
		);
		for (const { extension, language } of claims) {
			const earlier = claims.find(claim => claim.extension === extension)?.language;
			assert.ok(earlier === language || language.recognize !== undefined, `${extension} of ${language.id}`);
		}
		assert.equal(new Set(languageFiles().map(file => file.id)).size, languageFiles().length);
	});
});

for (const language of source.languages) {
	describe(`syntaxes/${language.id}`, () => {
		let grammar: Language;

		before(async () => {
			await Parser.init({ wasmBinary: await source.runtimeWasm() });
			grammar = await Language.load(grammarBytes(language));
		});

		it('has a grammar the parser can load: a dylink.0 section, and an ABI it knows', () => {
			// The first section, right behind the header of eight bytes; the parser refuses the older `dylink` without a word.
			assert.equal(Buffer.from(grammarBytes(language)).subarray(8, 32).includes('dylink.0'), true);
			assert.ok(grammar.abiVersion >= 13 && grammar.abiVersion <= 15, String(grammar.abiVersion));
		});

		const { reader, callbacks } = language;
		if (reader !== undefined && 'callbackLines' in reader) {
			it('names callbacks of as many lines by the reader as by the tree', () => {
				assert.equal(reader.callbackLines, callbacks?.leastLines);
			});
		}

		it('has regular expressions that compile', () => {
			assert.doesNotThrow(() => new LanguageRules(language));
			assert.doesNotThrow(() => new LanguageTable([language]));
		});

		const { reproducer } = language;
		if (reproducer !== undefined) {
			it('defines how a script that shows a bug is run, and its failures fit no output that is not one', () => {
				for (const expression of [...reproducer.assertionFailures, ...reproducer.environmentErrors]) {
					assert.equal(new RegExp(expression, 'm').test('all is well\n\n'), false, expression);
				}
				// Braces behind a word are code.
				const unknown = /(?<!\w)\{(?!(?:file|folder|out|interpreter|:)\})[a-z:]+\}/;
				const words = reproducer.ways.flatMap(({ steps }) => steps.flat());
				assert.deepEqual(
					words.filter(word => unknown.test(word)),
					[],
				);
			});

			it('defines how such a script is debugged, with known variables', () => {
				const { ways, debug } = reproducer;
				const debugs = [debug, ...ways.map(way => way.debug)].filter(each => each !== undefined);
				assert.ok(debugs.length > 0, 'there is no "debug"');
				for (const each of debugs) {
					const known = /(?<!\$)\{(?!(?:file|folder|out|:|program|arguments|variables|workspace)\})[a-z:]+\}/;
					assert.doesNotMatch(JSON.stringify(each), known);
					assert.match(each.extension, /^[\w-]+\.[\w-]+$/);
				}
			});
		}

		it('names references by a query that compiles, in the tags convention', () => {
			const query = new Query(grammar, tagsText(language));
			const kinds = query.captureNames.filter(name => name.startsWith('reference.'));
			assert.ok(query.captureNames.includes('name') && kinds.length > 0, query.captureNames.join());
			for (const kind of kinds) {
				assert.match(kind, /^reference\.(call|class|type)$/);
			}
			query.delete();
		});

		it('names only node types and fields that its grammar has', () => {
			const unknown = [
				...nodeTypesIn(language).filter(type => !isNodeType(grammar, type)),
				...fieldsIn(language).filter(field => grammar.fieldIdForName(field) === null),
			];
			assert.deepEqual(unknown, []);
		});
	});
}

function isNodeType(grammar: Language, type: string): boolean {
	return type === 'ERROR' || grammar.idForNodeType(type, true) !== null || grammar.idForNodeType(type, false) !== null;
}

/** `parent.field` and `parent>type` name two things each. */
function nodeTypesIn(language: LanguageData): string[] {
	return patternsIn(language).flatMap(pattern =>
		pattern.includes('.') ? [pattern.slice(0, pattern.indexOf('.'))] : pattern.split('>'),
	);
}

function fieldsIn(language: LanguageData): string[] {
	const paths = [...Object.values(language.callbacks?.calls ?? {}), language.callbacks?.arguments ?? ''];
	paths.push(
		...rulesOf(language).flatMap(rule => [
			...Object.keys(rule.when ?? {}),
			...selectorsOf(rule).map(selector => (typeof selector === 'string' ? selector : (selector.path ?? '.'))),
		]),
	);
	const fields = paths.flatMap(path => path.split('.')).filter(part => part !== '' && !part.startsWith('('));
	const behindTypes = patternsIn(language).flatMap(pattern =>
		pattern.includes('.') ? pattern.split('.').slice(1) : [],
	);
	return [...fields, ...behindTypes];
}

function patternsIn(language: LanguageData): string[] {
	const {
		descend,
		nameless = [],
		anonymous = [],
		wrappers = [],
		leading = [],
		comments,
		docstring = [],
		qualified = [],
	} = language;
	const { omit = [], modifierLists = [], signed = [], signedInFunctions = [], layout, callbacks } = language;
	const selectors = [...[language.bases ?? []].flat(), ...rulesOf(language).flatMap(selectorsOf)];
	const paths = selectors.map(selector => (typeof selector === 'string' ? selector : (selector.path ?? '')));
	return [
		...[descend, nameless, anonymous, wrappers, leading, comments, docstring, qualified, omit, modifierLists].flat(),
		...[signed, signedInFunctions, Object.keys(language.definitions)].flat(),
		...[layout?.blocks ?? [], layout?.free ?? []].flat(),
		...Object.keys(callbacks?.calls ?? {}),
		...[callbacks?.callees ?? [], callbacks?.texts ?? [], callbacks?.functions ?? []].flat(),
		...typesInPath(callbacks?.arguments ?? ''),
		...selectors.flatMap(each => (typeof each === 'string' ? [] : [...(each.types ?? []), ...(each.prune ?? [])])),
		...[...paths, ...rulesOf(language).flatMap(rule => Object.keys(rule.when ?? {}))].flatMap(typesInPath),
		...rulesOf(language)
			.flatMap(rule => Object.values(rule.when ?? {}).flatMap(allowed => allowed ?? []))
			.filter(isType),
	];
}

function typesInPath(path: string): string[] {
	return [...path.matchAll(/\((\w+)\)/g)].map(match => match[1] ?? '');
}

function isType(allowed: string): boolean {
	return allowed !== '*' && !allowed.startsWith('=');
}

function rulesOf(language: LanguageData): DefinitionRule[] {
	return Object.values(language.definitions).flat() as DefinitionRule[];
}

function selectorsOf(rule: DefinitionRule): Selector[] {
	const { name, names, owner, bases = [], body, header = [] } = rule;
	return [name, names, owner, body, ...[bases].flat(), ...header].filter(selector => selector !== undefined);
}
