import { printDiff } from '../../core/diff/printDiff';
import type { PatchedFile } from '../../core/model/patch';
import { compareText } from '../../core/util/compareText';
import { losslessText } from '../../core/util/encodeLike';
import type { TreeChange } from './treeCopy';

/** A unified diff of changes by workspace path; of files that are no text, or no longer in their encoding, only that they differ. */
export function changesText(changes: readonly TreeChange[]): string {
	const files = [...changes].sort((a, b) => compareText(a.path, b.path));
	return files.map(change => textOf(change)).join('');
}

function textOf({ path, before, after }: TreeChange): string {
	const [old, fresh] = [before && losslessText(before), after && losslessText(after, before)];
	if ((before && old === undefined) || (after && fresh === undefined)) {
		return binaryText(path, before !== undefined, after !== undefined);
	}
	const change: PatchedFile = {
		path,
		...(old !== undefined && { before: old }),
		...(fresh !== undefined && { after: fresh }),
	};
	return printDiff([change]);
}

/** As git tells it without its `--binary`. */
function binaryText(path: string, wasThere: boolean, isThere: boolean): string {
	const header = [
		`diff --git a/${path} b/${path}`,
		...(wasThere ? [] : ['new file mode 100644']),
		...(isThere ? [] : ['deleted file mode 100644']),
	];
	const [from, to] = [wasThere ? `a/${path}` : '/dev/null', isThere ? `b/${path}` : '/dev/null'];
	return `${header.join('\n')}\nBinary files ${from} and ${to} differ\n`;
}
