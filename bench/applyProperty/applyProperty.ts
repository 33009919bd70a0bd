import fc from 'fast-check';
import { appliesOrRefuses } from '../../test/patches/pure/edits/appliesOrRefuses';
import { Lander } from '../../test/patches/pure/edits/applyOn';
import { randomEdits } from '../../test/patches/pure/edits/randomEdits';

/** The property of the unit test with many more edits: `npm run bench -- applyProperty [HOW MANY] [SEED]`. */
void main();

async function main(): Promise<void> {
	const [numRuns = 10_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
	const lander = new Lander();
	const counts = new Map<string, number>();
	const count = (key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);
	const startedMs = performance.now();
	await fc.assert(
		fc.asyncProperty(randomEdits(), async edit => {
			const outcome = await appliesOrRefuses(lander, edit);
			count(outcome);
			count(`${edit.form}: ${outcome === 'applied' ? 'applied' : 'refused'}`);
		}),
		{ numRuns, seed },
	);
	console.log(`${numRuns} edits, seed ${seed}, ${Math.round((performance.now() - startedMs) / 1000)} s: all kept`);
	for (const [key, n] of [...counts].sort((a, b) => b[1] - a[1])) {
		console.log(`  ${key} ${n}`);
	}
}
