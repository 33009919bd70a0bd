/** A resource that its owner may replace while others use it: it is disposed when nobody needs it any more. */
export class SharedDisposable implements Disposable {
	private readonly holders = new Set<object>([this]);

	constructor(private readonly held: Disposable) {}

	/** Ends when it is disposed. */
	use(): Disposable {
		const use = { [Symbol.dispose]: () => this.release(use) };
		this.holders.add(use);
		return use;
	}

	/** The owner no longer needs it. */
	[Symbol.dispose](): void {
		this.release(this);
	}

	private release(holder: object): void {
		if (this.holders.delete(holder) && this.holders.size === 0) {
			this.held[Symbol.dispose]();
		}
	}
}
