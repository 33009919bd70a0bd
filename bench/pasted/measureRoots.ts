import type { BaseTrace } from './baseTraces';
import { foreignRoots, type InstalledRoot, inFolder, inForeignFolder, installedRoots } from './installedRoots';
import { localizedTraces } from './localizedTraces';
import { isSameTitle } from './measureWrappings';
import type { PastedReader, PastedReading } from './readPasted';

/** What was read of a trace that names files of another place, or is in another language. */
export interface TraceOutcome {
	/** `pnpm` */
	readonly name: string;
	readonly trace: string;
	readonly isRight: boolean;
	/** Undefined if it was not asked for. */
	readonly hasTitle?: boolean;
	readonly text: string;
	readonly found: PastedReading;
}

/** Whether the frames of the workspace's package are found where somebody else has installed it. */
export async function measureRoots(reader: PastedReader, traces: readonly BaseTrace[]): Promise<TraceOutcome[]> {
	return Promise.all(
		rootedTraces(installedRoots, traces).map(async ({ root, trace }) => {
			const text = inFolder(trace, root.folder);
			const [found, bare] = [await reader.read(text), await reader.read(trace.text)];
			const isRight = found.frames.join('\n') === bare.frames.join('\n');
			return { name: root.name, trace: trace.name, isRight, text, found };
		}),
	);
}

/** Whether no frame of another package is taken for a frame of the workspace. */
export async function measureForeign(reader: PastedReader, traces: readonly BaseTrace[]): Promise<TraceOutcome[]> {
	return Promise.all(
		rootedTraces(foreignRoots, traces).map(async ({ root, trace }) => {
			const text = inForeignFolder(trace, root.folder);
			const found = await reader.read(text);
			return { name: root.name, trace: trace.name, isRight: found.frames.length === 0, text, found };
		}),
	);
}

function rootedTraces(
	roots: readonly InstalledRoot[],
	traces: readonly BaseTrace[],
): { readonly root: InstalledRoot; readonly trace: BaseTrace }[] {
	return roots.flatMap(root =>
		traces.filter(trace => root.traces.includes(trace.name)).map(trace => ({ root, trace })),
	);
}

/** Whether traces in other human languages have the frames of the English ones. */
export async function measureLanguages(reader: PastedReader, traces: readonly BaseTrace[]): Promise<TraceOutcome[]> {
	return Promise.all(
		localizedTraces.map(async ({ name, base, text, title }) => {
			const english = traces.find(trace => trace.name === base)?.text ?? '';
			const [found, expected] = [await reader.read(text), await reader.read(english)];
			const isRight = found.frames.join('\n') === expected.frames.join('\n');
			return { name, trace: base, isRight, hasTitle: isSameTitle(found.title, title), text, found };
		}),
	);
}
