/**
 * Prints what Scalameta takes for a definition, a line of JSON for each: path, kind, name, line of the name and of the end.
 * Left out are local variables, parameters that are no members (those of a class are), unnamed givens, `_`, types of
 * structure, and files with
 * syntax errors in each dialect, whose number is printed.
 *
 * node scala.mjs FOLDER   (beside the npm package scalameta-parsers)
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const { parseSource } = createRequire(join(process.cwd(), 'x'))('scalameta-parsers');
const folder = process.argv[2];
/** The nodes with a name, by type. */
const kinds =
	/^(?:Defn\.(?:Class|Trait|Object|Enum|EnumCase|Def|Macro|Type|Given|GivenAlias)|Decl\.(?:Def|Type|Given)|Pkg\.Object)$/;
const variables = /^(?:Defn|Decl)\.(?:Val|Var)$/;
const functions = /^Defn\.(?:Def|Macro)$/;
const blocks = /^(?:Term\.(?:Block|Function|PartialFunction|For|ForYield|Match|Try)|Case)$/;
let nWithErrors = 0;

for (const path of globSync('**/*.scala', { cwd: folder }).sort()) {
	const text = readFileSync(join(folder, path), 'utf8');
	const tree = parse(text);
	if (tree === undefined) {
		nWithErrors++;
	} else {
		visit(tree, { path, text, isLocal: false });
	}
}
console.error(`${nWithErrors} files have syntax errors`);

function parse(text) {
	for (const dialect of ['Scala213', 'Scala3', 'Scala213Source3', 'Scala212']) {
		try {
			const tree = parseSource(text, dialect);
			if (tree.error === undefined) {
				return tree;
			}
		} catch {
			// Another dialect may do.
		}
	}
	return undefined;
}

function visit(node, scope) {
	const { type } = node;
	if (type === 'Type.Refine') {
		return;
	}
	if (kinds.test(type)) {
		print(type, node.name, node, scope);
	} else if (type === 'Defn.RepeatedEnumCase') {
		for (const each of node.cases) {
			print(type, each, node, scope);
		}
	} else if (type === 'Ctor.Secondary') {
		print(type, { value: 'this', pos: node.name.pos }, node, scope);
	} else if (variables.test(type) && !scope.isLocal) {
		for (const each of names(node.pats)) {
			print(type, each, node, scope);
		}
	} else if (type === 'Ctor.Primary' && scope.ofClass) {
		for (const each of parameters(node)) {
			print('parameter of a class', each.name, each, scope);
		}
	}
	const ofClass = /^Defn\.(?:Class|Enum|EnumCase)$/.test(type);
	const isLocal = functions.test(type) || blocks.test(type) || (scope.isLocal && type !== 'Template');
	for (const child of Object.values(node).flat(2)) {
		if (typeof child?.type === 'string') {
			visit(child, { ...scope, ofClass, isLocal });
		}
	}
}

function parameters({ paramss, paramClauses }) {
	return (paramClauses ?? paramss).flatMap(each => each.values ?? each);
}

function names(patterns) {
	return patterns.flatMap(pattern =>
		pattern?.type === 'Pat.Var'
			? [pattern.name]
			: Object.values(pattern ?? {}).flatMap(each =>
					typeof each === 'object' && each !== null ? names([each].flat()) : [],
				),
	);
}

function print(kind, name, node, { path, text }) {
	if (name.value !== undefined && name.value !== '' && name.value !== '_') {
		const [line, endLine] = [name.pos.start, node.pos.end].map(at => text.slice(0, at).split('\n').length);
		console.log(JSON.stringify({ path, kind, name: name.value, line, endLine }));
	}
}
