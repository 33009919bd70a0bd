import type { Profiler } from 'node:inspector';

/** A time in which the extension host had no turn for anything else. */
export interface Stretch {
	readonly startUs: number;
	readonly endUs: number;
	/** Of its thread. */
	readonly cpuMs: number;
}

export interface HostPiece {
	readonly wallMs: number;
	readonly cpuMs: number;
	/** The share of the samples with one of our functions on the stack. */
	readonly ours: number;
	/** The functions of ours that most samples were in, with their files. */
	readonly where: readonly string[];
}

/** The stretches, each with what was running; longest first. `folder`: that of our program. */
export function hostPieces(
	profile: Profiler.Profile,
	stretches: readonly Stretch[],
	folder: string,
): readonly HostPiece[] {
	const parents = new Map(
		profile.nodes.flatMap(({ id, children = [] }) => children.map(child => [child, id] as const)),
	);
	const nodes = new Map(profile.nodes.map(node => [node.id, node]));
	const ownNames = (id: number): string[] => {
		const names: string[] = [];
		for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
			const frame = nodes.get(at)?.callFrame;
			if (frame?.url.includes(folder) === true) {
				names.push(
					`${frame.functionName || '(anonymous)'} ${frame.url.slice(frame.url.lastIndexOf('/') + 1)}:${frame.lineNumber + 1}`,
				);
			}
		}
		return names;
	};
	const times: number[] = [];
	let at = profile.startTime;
	for (const delta of profile.timeDeltas ?? []) {
		at += delta;
		times.push(at);
	}
	const pieces = stretches.map(({ startUs, endUs, cpuMs }) => {
		const ids = (profile.samples ?? []).filter((_, n) => (times[n] ?? 0) >= startUs && (times[n] ?? 0) <= endUs);
		const stacks = ids.map(ownNames);
		const counts = new Map<string, number>();
		for (const name of stacks.flatMap(names => [...new Set(names)])) {
			counts.set(name, (counts.get(name) ?? 0) + 1);
		}
		const where = [...counts].sort((a, b) => b[1] - a[1]).map(([name, n]) => `${name} (${n} of ${ids.length})`);
		const ours = stacks.filter(names => names.length > 0).length / Math.max(1, ids.length);
		return { wallMs: (endUs - startUs) / 1000, cpuMs, ours, where: where.slice(0, 8) };
	});
	return pieces.sort((a, b) => b.cpuMs - a.cpuMs);
}
