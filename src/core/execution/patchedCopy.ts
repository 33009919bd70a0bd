import type { Execution } from '../model/execution';
import type { Patch } from '../model/patch';
import type { Checkout, Checkouts } from '../ports';
import { headAndTail } from './headAndTail';

/** The one scratch copy in which everything of a run is executed, put back before each use. */
export class PatchedCopy {
	private checkout: Promise<Checkout> | undefined;

	constructor(
		private readonly checkouts: Checkouts,
		private readonly name: string,
		private readonly signal: AbortSignal,
	) {}

	/** The workspace as it was, with the patch or without one. Throws `UserError` where no copy can be made. */
	async with(patch: Patch | undefined): Promise<Checkout> {
		this.checkout ??= this.checkouts.create(this.name, this.signal);
		const checkout = await this.checkout;
		await checkout.reset();
		if (patch !== undefined) {
			await checkout.apply(patch.diff);
		}
		return checkout;
	}

	/** Deletes the copy. */
	async dispose(): Promise<void> {
		const checkout = await this.checkout?.catch(() => undefined);
		this.checkout = undefined;
		await checkout?.dispose();
	}
}

/** As a log keeps it: the copy's own path says nothing, and is another one each time. */
export function keptExecution(execution: Execution, { folder }: Checkout): Execution {
	const shortened = (text: string) => headAndTail(text.replaceAll(`${folder}/`, ''));
	return { ...execution, stdout: shortened(execution.stdout), stderr: shortened(execution.stderr) };
}
