import type { AttackKind } from './attackKinds';
import { type AttackOutcome, Lab } from './lab';

interface AttackOptions {
	readonly onEnd?: (kind: string, seconds: number) => void;
	/** Kinds that take long try a part of their variants. */
	readonly onlySome?: boolean;
}

/** Tries kinds of attacks, some side by side, since most of them wait for programs that they started. */
export function tryAttacks(
	kinds: readonly AttackKind[],
	seed: number,
	{ onEnd = () => undefined, onlySome = false }: AttackOptions = {},
): ReadonlyMap<string, Promise<AttackOutcome>> {
	const lanes: Promise<unknown>[] = Array.from({ length: nLanes }, () => Promise.resolve());
	return new Map(
		kinds.map((kind, at) => {
			const outcome = (lanes[at % nLanes] ?? Promise.resolve()).then(() =>
				tryAttack(kind, new Lab(kind.name, seed, onlySome), onEnd),
			);
			lanes[at % nLanes] = outcome;
			return [kind.name, outcome];
		}),
	);
}

const nLanes = 3;

async function tryAttack(
	{ name, attack }: AttackKind,
	lab: Lab,
	onEnd: (kind: string, seconds: number) => void,
): Promise<AttackOutcome> {
	const startedAt = performance.now();
	const problems = await attack(lab).then(
		() => [],
		(error: Error) => [error.stack ?? error.message],
	);
	const outcome = lab.close();
	onEnd(name, (performance.now() - startedAt) / 1000);
	return { ...outcome, errors: [...outcome.errors, ...problems] };
}
