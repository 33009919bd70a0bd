import type { SymbolIndex } from '../../../code/pure/index/symbolIndex';

/** The workspace paths of the files named in coverage, each way in which tools write them. */
export class CoveragePaths {
	private readonly byName = new Map<string, string[]>();

	/**
	 * `folder` is the absolute path of the checkout, `project` the path of the project in it: '' or `a/b`.
	 */
	constructor(
		index: SymbolIndex,
		private readonly folder: string,
		private readonly project: string,
	) {
		for (const { path } of index.files()) {
			const name = path.slice(path.lastIndexOf('/') + 1);
			this.byName.set(name, [...(this.byName.get(name) ?? []), path]);
		}
	}

	/**
	 * Undefined for a file that is unclear or not in the index. `report` is the workspace path of the file that has it: of
	 * several modules its own comes first.
	 */
	pathOf(written: string, report = ''): string | undefined {
		const plain = plainPath(written);
		if (/^(?:\/|[A-Za-z]:\/)/.test(plain)) {
			const start = `${plainPath(this.folder)}/`;
			return plain.startsWith(start) ? this.known(plain.slice(start.length)) : undefined;
		}
		const relative = plain.startsWith('./') ? plain.slice(2) : plain;
		if (relative.split('/').includes('..')) {
			return undefined;
		}
		const inProject = this.project === '' ? relative : `${this.project}/${relative}`;
		return this.known(inProject) ?? this.byEnding(relative, report);
	}

	private known(path: string): string | undefined {
		return this.named(path).find(each => each === path);
	}

	/** A package comes before the path, as in Go, or the folder of the sources is missing, as in JaCoCo. */
	private byEnding(relative: string, report: string): string | undefined {
		const start = this.project === '' ? '' : `${this.project}/`;
		const own = this.named(relative).filter(path => path.startsWith(start));
		const longer = own.filter(path => path.endsWith(`/${relative}`));
		const shorter = own
			.filter(path => relative.endsWith(`/${path.slice(start.length)}`))
			.sort((a, b) => b.length - a.length);
		return longer.length === 0 ? shorter[0] : onlyNearest(longer, report);
	}

	private named(path: string): readonly string[] {
		return this.byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? [];
	}
}

/** The one in the innermost folder around `place` that has any. */
function onlyNearest(paths: readonly string[], place: string): string | undefined {
	let near = paths;
	for (let end = place.indexOf('/'); end >= 0; end = place.indexOf('/', end + 1)) {
		const inside = paths.filter(path => path.startsWith(place.slice(0, end + 1)));
		near = inside.length > 0 ? inside : near;
	}
	return near.length === 1 ? near[0] : undefined;
}

/** With forward slashes, of a `file:` address as well. */
function plainPath(written: string): string {
	const path = written.startsWith('file://') ? decoded(written.slice('file://'.length)) : written;
	return path.replaceAll('\\', '/').replace(/^\/(?=[A-Za-z]:\/)/, '');
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return text;
	}
}
