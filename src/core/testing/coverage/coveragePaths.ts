import type { SymbolIndex } from '../../index/symbolIndex';

/** The workspace paths of what coverage calls files, each way in which tools write them. */
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

	/** Undefined for what is not in the index, or is not clear. */
	pathOf(written: string): string | undefined {
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
		return this.known(inProject) ?? this.byEnding(relative);
	}

	private known(path: string): string | undefined {
		return this.named(path).find(each => each === path);
	}

	/** A package comes before the path, as in Go, or the folder of the sources is missing, as in JaCoCo. */
	private byEnding(relative: string): string | undefined {
		const start = this.project === '' ? '' : `${this.project}/`;
		const own = this.named(relative).filter(path => path.startsWith(start));
		const longer = own.filter(path => path.endsWith(`/${relative}`));
		const shorter = own
			.filter(path => relative.endsWith(`/${path.slice(start.length)}`))
			.sort((a, b) => b.length - a.length);
		return longer.length === 1 ? longer[0] : longer.length === 0 ? shorter[0] : undefined;
	}

	private named(path: string): readonly string[] {
		return this.byName.get(path.slice(path.lastIndexOf('/') + 1)) ?? [];
	}
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
