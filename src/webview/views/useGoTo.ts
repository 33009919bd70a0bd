import { useEffect, useState } from 'preact/hooks';
import { pathTo } from '../../runs/pure/fold/runTree';
import { rowIds } from '../rows/rowIds';
import { hiddenTypes } from '../viewState';
import type { RowTarget } from './tree/trajectoryTree';
import type { MoveOptions } from './tree/useTreeScroll';
import type { ViewProps } from './viewProps';

interface GoTo {
	readonly target: RowTarget | undefined;
	readonly goToRow: (row: string) => void;
	readonly goToNode: (node: string, how: MoveOptions) => void;
}

/** The row that is to be brought into view, by the host or a part of the view. Alternatives that hide its node are shown. */
export function useGoTo({ state: { run, reveal }, view, changeView }: ViewProps): GoTo {
	const [target, setTarget] = useState<RowTarget>();
	const goToRow = (row: string) => setTarget({ row, takesFocus: true });
	const goToNode = (node: string, how: MoveOptions) => {
		const replaced = new Set(run && pathTo(run, node).flatMap(({ expansion }) => expansion?.replaces ?? []));
		const hidden = hiddenTypes(view, run?.id);
		const types = hidden.filter(type => !replaced.has(type));
		if (run !== undefined && types.length < hidden.length) {
			changeView({ hidden: { runId: run.id, types } });
		}
		setTarget({ row: rowIds.node(node), ...how });
	};
	useEffect(() => {
		if (reveal?.target.kind === 'node') {
			goToNode(reveal.target.id, { takesFocus: true });
		} else if (reveal !== undefined) {
			goToRow(rowIds.location(reveal.target.id));
		}
	}, [reveal]);
	return { target, goToRow, goToNode };
}
