import { useMemo } from 'preact/hooks';
import {
	replacedTypes,
	treeCounts,
	treeCountsText,
	withoutAlternatives,
} from '../../runs/pure/fold/actionTree/treeCounts';
import type { Run } from '../../runs/pure/fold/run';
import { engineText, t } from '../language';
import { hiddenTypes } from '../viewState';
import type { ViewProps } from './viewProps';

/**
 * Which alternatives of a tree of actions are shown, by the type of the replaced action, and the counts of the
 * remaining ones.
 */
export function AlternativesPanel({ state: { run }, view, changeView }: ViewProps) {
	const types = useMemo(() => (run === undefined ? [] : replacedTypes(run)), [run]);
	if (run === undefined || types.length === 0) {
		return null;
	}
	const hidden = hiddenTypes(view, run.id);
	const toggle = (type: string) => {
		const others = hidden.filter(each => each !== type);
		changeView({ hidden: { runId: run.id, types: hidden.includes(type) ? others : [...others, type] } });
	};
	return (
		<fieldset class="alternatives">
			<legend>{t('Show alternatives to')}</legend>
			{types.map(type => (
				<label key={type} class="check">
					<input type="checkbox" checked={!hidden.includes(type)} onChange={() => toggle(type)} /> {type}
				</label>
			))}
			<Counts run={run} hidden={hidden} />
		</fieldset>
	);
}

function Counts({ run, hidden }: { readonly run: Run; readonly hidden: readonly string[] }) {
	const text = useMemo(
		() => engineText(treeCountsText(treeCounts(withoutAlternatives(run, new Set(hidden))))),
		[run, hidden],
	);
	return (
		<p class="aside" role="status">
			{text}
		</p>
	);
}
