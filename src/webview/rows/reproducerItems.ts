import type { RunNode } from '../../runs/pure/fold/runNode';
import { type ReproducerRun, verdictTexts } from '../../runs/pure/model/reproducer';
import { engineText, t } from '../language';
import { type Item, leaf } from './item';

type Attempts = Pick<RunNode, 'id' | 'reproducers' | 'reproducerRuns'>;

/** The reproducers of a node, and the result of each of their runs. */
export function reproducerItems({ id, reproducers, reproducerRuns }: Attempts): Item[] {
	return [
		...reproducers.map((reproducer): Item => {
			const content = { kind: 'reproducer', reproducer: reproducer.id, file: reproducer.file } as const;
			return leaf(`reproducer:${id}:${reproducer.id}`, t('Reproducer {0}', reproducer.file), content);
		}),
		...reproducerRuns.map((ran, idx): Item => {
			const [text, isExpected] = [ranText(ran), isGood(ran)];
			const content = { kind: 'ran', text, verdict: isExpected ? 'good' : 'bad' } as const;
			return leaf(`ran:${id}:${idx}`, `${text}, ${isExpected ? t('as it should') : t('not as it should')}`, content);
		}),
	];
}

/** A reproducer has to fail without a patch, and to pass with one. */
function isGood({ patch, verdict }: ReproducerRun): boolean {
	return verdict === (patch === undefined ? 'reproduced' : 'passed');
}

/** `Without a patch: fails. Its assertion failed.` */
function ranText({ patch, verdict, why }: ReproducerRun): string {
	const ended = engineText(verdictTexts[verdict]);
	const text = patch === undefined ? t('Without a patch: {0}.', ended) : t('With the patch: {0}.', ended);
	return `${text} ${engineText(why)}`;
}
