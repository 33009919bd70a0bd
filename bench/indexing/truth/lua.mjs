/**
 * Prints what luaparse takes for a definition, a line of JSON for each: path, kind, name, line of the name and of the end.
 * These are functions with a name, in tables too, and variables outside of functions that are no result of a call of `require`.
 * Left out are names in brackets that are no text (but for keys of tables), and files with syntax errors, whose number is printed.
 *
 * node lua.mjs FOLDER   (beside the npm package luaparse)
 */
import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const luaparse = createRequire(join(process.cwd(), 'x'))('luaparse');
const folder = process.argv[2];
let nWithErrors = 0;

for (const path of globSync('**/*.lua', { cwd: folder }).sort()) {
	const tree = parse(readFileSync(join(folder, path), 'latin1'));
	if (tree === undefined) {
		nWithErrors++;
	} else {
		visit(tree, { path, inFunction: false });
	}
}
console.error(`${nWithErrors} files have syntax errors`);

function parse(text) {
	for (const luaVersion of ['LuaJIT', '5.3']) {
		try {
			return luaparse.parse(text, { locations: true, comments: false, luaVersion, encodingMode: 'pseudo-latin1' });
		} catch {
			// Another version may do.
		}
	}
	return undefined;
}

function visit(node, scope) {
	switch (node?.type) {
		case 'FunctionDeclaration':
			if (node.identifier !== null) {
				print('function', node.identifier, node, scope);
			}
			return each(node.body, { ...scope, inFunction: true });
		case 'LocalStatement':
		case 'AssignmentStatement':
			return assign(node, scope);
		case 'TableKey':
		case 'TableKeyString':
			if (node.value.type === 'FunctionDeclaration') {
				print('function in a table', node.key, node, scope);
			}
	}
	each(Object.values(node), scope);
}

function each(nodes, scope) {
	for (const node of nodes) {
		if (Array.isArray(node)) {
			each(node, scope);
		} else if (typeof node?.type === 'string') {
			visit(node, scope);
		}
	}
}

/** The first function or `require` says what the statement is. */
function assign(node, scope) {
	const [first] = node.init;
	const isRequire = first?.base?.name === 'require';
	if (first?.type === 'FunctionDeclaration') {
		print('function', node.variables[0], node, scope);
	} else if (!scope.inFunction && !isRequire) {
		for (const variable of node.variables) {
			if (variable.type !== 'IndexExpression') {
				print('variable', variable, node, scope);
			}
		}
	}
	each(node.init, scope);
}

function print(kind, named, node, { path }) {
	const target = named.identifier ?? named.index ?? named;
	const name = named.type === 'IndexExpression' || target.type === 'StringLiteral' ? target.value : target.name;
	// An index that is no text is no name.
	if (typeof name === 'string' && name !== '_') {
		const { line } = target.loc.start;
		console.log(JSON.stringify({ path, kind, name, line, endLine: node.loc.end.line }));
	}
}
