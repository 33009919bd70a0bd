import type { Files } from '../../../system/pure/files';
import type { Checkout } from '../execution/checkouts';
import type { QuietPrograms } from './quietPrograms';

/** A checkout all of whose files are read and changed only while its programs are paused. */
export function quietCheckout(checkout: Checkout, quiet: QuietPrograms): Checkout {
	return {
		folder: checkout.folder,
		files: quietFiles(checkout.files, quiet),
		reach: checkout.reach,
		contents: () => quiet.during(() => checkout.contents()),
		write: (path, content) => quiet.during(() => checkout.write(path, content)),
		find: glob => quiet.during(() => checkout.find(glob)),
		remove: path => quiet.during(() => checkout.remove(path)),
		apply: diff => quiet.during(() => checkout.apply(diff)),
		diff: () => quiet.during(() => checkout.diff()),
		reset: () => quiet.during(() => checkout.reset()),
		snapshot: text => quiet.during(() => checkout.snapshot(text)),
		restore: snapshot => quiet.during(() => checkout.restore(snapshot)),
		dispose: () => checkout.dispose(),
	};
}

function quietFiles(files: Files, quiet: QuietPrograms): Files {
	return {
		list: signal => quiet.during(() => files.list(signal)),
		recent: signal => quiet.during(() => (files.recent ?? files.list).call(files, signal)),
		readText: path => quiet.during(() => files.readText(path)),
		unsaved: () => files.unsaved?.() ?? new Set(),
		workspacePath: file => files.workspacePath?.(file),
		pathBehindLinks: path => files.pathBehindLinks?.(path) ?? path,
		folders: files.folders ?? [],
	};
}
