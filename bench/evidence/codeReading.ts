import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The code of a workspace, read by lines and patterns: nothing here uses the index or the parser. */
export class CodeReading {
	private readonly read = new Map<string, readonly string[]>();
	private allBases: ReadonlyMap<string, ReadonlySet<string>> | undefined;
	private allPaths: readonly string[] | undefined;

	constructor(private readonly folder: string) {}

	/** Empty for a file that cannot be read. */
	lines(file: string): readonly string[] {
		let lines = this.read.get(file);
		if (lines === undefined) {
			lines = textOf(join(this.folder, file)).split(/\r\n|\n|\r/);
			this.read.set(file, lines);
		}
		return lines;
	}

	/** Every file of the workspace. */
	paths(): readonly string[] {
		this.allPaths ??= readdirSync(this.folder, { recursive: true, withFileTypes: true })
			.filter(entry => entry.isFile())
			.map(entry => join(entry.parentPath, entry.name).slice(this.folder.length + 1))
			.filter(path => !path.startsWith('.git/') && !path.includes('node_modules/'));
		return this.allPaths;
	}

	/** Whether a class is the other one or inherits from it, as the heads of all classes of that name state. */
	isKindOf(name: string, base: string): boolean {
		const seen = new Set<string>();
		const waiting = [name];
		for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
			if (next === base) {
				return true;
			}
			if (!seen.has(next)) {
				seen.add(next);
				waiting.push(...(this.bases().get(next) ?? []));
			}
		}
		return false;
	}

	/** The lines of a file that define a name: a word for a definition before it, or an assignment or brackets after it. */
	definitions(file: string, name: string): number[] {
		const shape = new RegExp(
			String.raw`(?:\b(?:def|class|function|func|fn|sub|interface|struct|enum|trait|module|type|async|get|set|static|public|private)\b[^=;]{0,80}[\s*&.:]|^\s*(?:export\s+)?(?:const|let|var)\s+|^\s*[\w:<>*&,\s]*\b|^\s*)${escaped(name)}(?:\s*[=(:<{]|\s*$|\s+(?:extends|implements|struct|interface|func)\b)`,
		);
		return this.lines(file).flatMap((line, at) => (shape.test(line) ? [at + 1] : []));
	}

	private bases(): ReadonlyMap<string, ReadonlySet<string>> {
		if (this.allBases === undefined) {
			const bases = new Map<string, Set<string>>();
			for (const path of this.paths().filter(each => /\.(?:py|js|ts|java|php|rb|cs)$/.test(each))) {
				addBases(this.lines(path), bases);
			}
			this.allBases = bases;
		}
		return this.allBases;
	}
}

function addBases(lines: readonly string[], bases: Map<string, Set<string>>): void {
	for (const [at, line] of lines.entries()) {
		const head = /\bclass\s+(\w+)/.exec(line);
		if (head?.[1] !== undefined) {
			const rest =
				lines
					.slice(at, at + 6)
					.join(' ')
					.slice(head.index + head[0].length)
					.split(/:\s|\{/)[0] ?? '';
			const names = new Set([...(bases.get(head[1]) ?? []), ...(rest.match(/\w+/g) ?? [])]);
			bases.set(head[1], names);
		}
	}
}

export function escaped(text: string): string {
	return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

function textOf(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}
