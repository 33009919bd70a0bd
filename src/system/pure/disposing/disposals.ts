/** Resources that are disposed together. (`DisposableStack` is not in every supported Node.) */
export class Disposals implements Disposable {
	private readonly added = new Set<Disposable>();
	private isDisposed = false;

	/** Disposes it at once if the others are already disposed. */
	add(disposable: Disposable): void {
		if (this.isDisposed) {
			disposable[Symbol.dispose]();
		} else {
			this.added.add(disposable);
		}
	}

	[Symbol.dispose](): void {
		this.isDisposed = true;
		for (const disposable of this.added) {
			this.added.delete(disposable);
			disposable[Symbol.dispose]();
		}
	}
}
