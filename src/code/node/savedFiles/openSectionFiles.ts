import { ClosedIndexError } from '../../pure/index/tables/damagedIndex';
import { SectionFile, type SectionFileKey } from './sectionFile';

/**
 * The section files that something reads as it needs their parts: one of each path, so that few are open however often
 * they are replaced. They are closed together.
 */
export class OpenSectionFiles implements Disposable {
	private readonly files = new Map<string, SectionFile>();
	private isDisposed = false;

	/** The one that is open, unless another has replaced it, which closes it. Throws as `SectionFile.open` does. */
	open(file: string, key: SectionFileKey, names: readonly string[]): SectionFile {
		if (this.isDisposed) {
			throw new ClosedIndexError();
		}
		const opened = SectionFile.open(file, key, names);
		const known = this.files.get(file);
		if (known?.isSame(opened)) {
			opened[Symbol.dispose]();
			return known;
		}
		known?.[Symbol.dispose]();
		this.files.set(file, opened);
		return opened;
	}

	/** Closes the others. */
	keepOnly(files: ReadonlySet<string>): void {
		for (const [file, opened] of this.files) {
			if (!files.has(file)) {
				this.files.delete(file);
				opened[Symbol.dispose]();
			}
		}
	}

	[Symbol.dispose](): void {
		this.isDisposed = true;
		this.keepOnly(new Set());
	}
}
