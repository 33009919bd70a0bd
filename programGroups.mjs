/**
 * Puts the parts of the programs into few files, for the package: esbuild makes hundreds, many of them smaller than their
 * entry in an archive. Parts that are loaded together, at the start of the same programs or after each other, share a file.
 */
import { basename } from 'node:path';

/** Of the texts in one file, in characters; a larger part has a file of its own. */
const mostInFile = 90_000;

/**
 * @param parts the text of each part as CommonJS, by the name of its file
 * @param outputs the outputs of esbuild's metafile
 * @returns the files to write instead, by name; the programs themselves keep theirs
 */
export function groupedParts(parts, outputs) {
	const imports = new Map(
		Object.entries(outputs).map(([path, output]) => [
			basename(path),
			output.imports.filter(({ external }) => external !== true).map(each => ({ ...each, name: basename(each.path) })),
		]),
	);
	const programs = [...parts.keys()].filter(name => !/-[A-Z0-9]{8}\.cjs$/.test(name)).sort();
	const groups = cut([...startGroups(programs, imports), laterParts(programs, imports)], parts);
	const fileOf = new Map(groups.flatMap((names, at) => names.map(name => [name, `parts${at}.cjs`])));
	return new Map([
		...programs.map(name => [name, linked(parts.get(name), fileOf)]),
		...groups.map((names, at) => [`parts${at}.cjs`, groupText(names, parts, fileOf)]),
	]);
}

/** The parts that programs load at their start, by the programs that do. */
function startGroups(programs, imports) {
	const users = new Map();
	for (const program of programs) {
		for (const name of reached([program], imports, ({ kind }) => kind !== 'dynamic-import')) {
			users.set(name, `${users.get(name) ?? ''} ${program}`);
		}
	}
	const names = [...users.keys()].filter(name => !programs.includes(name));
	return [...new Set(names.map(name => users.get(name)))]
		.sort()
		.map(who => names.filter(name => users.get(name) === who));
}

/** All others, those that a part loads after it. */
function laterParts(programs, imports) {
	const atStart = new Set(reached(programs, imports, ({ kind }) => kind !== 'dynamic-import'));
	return reached(programs, imports, () => true).filter(name => !atStart.has(name));
}

/** Depth first, so that what is loaded together lies together. */
function reached(from, imports, isFollowed) {
	const seen = new Set();
	const visit = name => {
		if (!seen.has(name)) {
			seen.add(name);
			for (const each of (imports.get(name) ?? []).filter(isFollowed)) {
				visit(each.name);
			}
		}
	};
	from.forEach(visit);
	return [...seen];
}

function cut(groups, parts) {
	return groups.flatMap(names => {
		const files = [];
		let size = mostInFile;
		for (const name of names) {
			const { length } = parts.get(name);
			if (size + length > mostInFile) {
				files.push([]);
				size = 0;
			}
			files.at(-1).push(name);
			size += length;
		}
		return files;
	});
}

/** A file that returns each of its parts by name, and runs it when it is first asked for. */
function groupText(names, parts, fileOf) {
	const functions = names.map(name => `${JSON.stringify(name)}(module,exports){${linked(parts.get(name), fileOf)}\n}`);
	return [
		`const parts={${functions.join(',\n')}},loaded={};`,
		'module.exports=name=>{const known=loaded[name];if(known!==undefined)return known.exports;',
		'const module=loaded[name]={exports:{}};parts[name](module,module.exports);return module.exports};\n',
	].join('');
}

/** Asks the new files for other parts. */
function linked(text, fileOf) {
	return text.replaceAll(/\brequire\("\.\/([\w-]+\.cjs)"\)/g, (whole, name) => {
		const file = fileOf.get(name);
		return file === undefined ? whole : `require("./${file}")(${JSON.stringify(name)})`;
	});
}
