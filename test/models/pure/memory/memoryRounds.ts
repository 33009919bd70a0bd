import { ResearchRounds } from '../../../../src/engine/stages/locate/research/embedded/researchRounds';
import type { Workspace } from '../../../../src/history/pure/workspace';
import { tokensOfCharacters } from '../../../../src/models/pure/limits/tokenEstimate';
import { memoryTexts } from '../../../../src/models/pure/memory/memoryText';
import { TrajectoryMemory } from '../../../../src/models/pure/memory/trajectoryMemory';
import type { ToolArgs } from '../../../../src/models/pure/tools/tool';
import type { MemoryChanged, MemoryRef } from '../../../../src/runs/pure/events/memoryEvents';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { nullRunStore } from '../../../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import { type MadeCommit, MadeHistory } from '../../../history/pure/historyProject';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

const filler = (from: number, to: number) =>
	Array.from({ length: to - from + 1 }, (_, at) => `        step_${from + at}(self.level, ${from + at})`).join('\n');

/** A small project whose tools give every kind of answer. */
export const pumpTexts: Readonly<Record<string, string>> = {
	'pump/pump.py': [
		'from pump.valve import Valve',
		'',
		'MAX_LEVEL = 12',
		'',
		'',
		'class Pump:',
		'    def __init__(self):',
		'        self.level = 0',
		'        self.valve = Valve()',
		'',
		'    def drain(self, amount):',
		'        self.level = self.level - amount',
		'        self.valve.open_drain()',
		'        return self.level',
		'',
		'    def refill(self):',
		'        self.level = MAX_LEVEL',
		'        self.valve.close_drain()',
		'',
		'    def calibrate(self):',
		filler(1, 60),
		'',
	].join('\n'),
	// Too long to be shown as a whole.
	'pump/grid.py': [
		'class Grid:',
		'    def first(self):',
		filler(1, 200),
		'',
		'    def rebalance(self):',
		'        self.load = 0',
		'        return self.load',
		'',
		'    def last(self):',
		filler(201, 400),
		'',
	].join('\n'),
	'pump/valve.py': [
		'class Valve:',
		'    def open_drain(self):',
		'        self.is_open = True',
		'',
		'    def close_drain(self):',
		'        self.is_open = False',
		'',
	].join('\n'),
	'plant.py': [
		'from pump.pump import Pump',
		'',
		'',
		'def empty_plant(pumps):',
		'    for pump in pumps:',
		'        pump.drain(pump.level)',
		'',
		'',
		'def half_plant(pumps):',
		'    for pump in pumps:',
		'        pump.drain(6)',
		'',
	].join('\n'),
};

const longChange = Array.from(
	{ length: 150 },
	(_, at) => `+    line ${at} of ${at === 140 ? 'a drain' : 'a pump'}`,
).join('\n');

const pumpCommits: readonly MadeCommit[] = [
	{
		message: 'pump: drain through the valve',
		changes: { 'pump/pump.py': '@@ -12 +12,2 @@ def drain\n+        self.valve.open_drain()' },
	},
	{
		message: 'valve: close after a refill',
		changes: { 'pump/valve.py': '@@ -5 +5 @@ class Valve\n-old\n+        self.is_open = False' },
	},
	{ message: 'pump: a long change', changes: { 'pump/pump.py': `@@ -1,10 +1,160 @@\n${longChange}` } },
];

export async function pumpWorkspace(): Promise<Workspace> {
	return { ...(await memoryWorkspace(pumpTexts)), history: new MadeHistory(pumpCommits) };
}

/** Rounds that call the real tools of deep research, with the memory that they fill. */
export class MemoryRounds {
	private constructor(
		private readonly log: RunLog,
		readonly memory: TrajectoryMemory,
		private readonly rounds: ResearchRounds,
	) {}

	static async start(workspace: Workspace, limitTokens = 50_000): Promise<MemoryRounds> {
		const log = RunLog.start(nullRunStore, { now: () => 0 }, 'a');
		const issue = { title: 'It fails', body: '', source: { kind: 'text' } } as const;
		await log.emit(rootNode, { type: 'runStarted', runId: 'a', issue, engine: 'm', workspace: [], version: '0' });
		const memory = new TrajectoryMemory(log, rootNode, limitTokens);
		const focus = { filesInMemory: () => memory.files(), reportedLines: [] };
		return new MemoryRounds(log, memory, new ResearchRounds(log, rootNode, memory, { workspace, focus }));
	}

	/** The calls of one round: a tool with its arguments each. */
	async round(...calls: readonly (readonly [tool: string, args: ToolArgs])[]): Promise<void> {
		await this.rounds.open('Round', []);
		for (const [tool, args] of calls) {
			await this.rounds.call({ tool, args });
		}
	}

	async note(text: string): Promise<void> {
		await this.rounds.note(text);
	}

	async asUser(change: MemoryChanged['change'], part: MemoryRef): Promise<void> {
		await this.log.emit(this.rounds.node, { type: 'memoryChanged', change, by: 'user', parts: [part] });
		await this.memory.fit();
	}

	get parts() {
		return this.memory.current.entries.map(({ parts }) => parts);
	}

	/** `code open drain pump/pump.py:11-14` for each part of each result. */
	get states(): string[][] {
		return this.parts.map(parts =>
			parts.map(({ kind, state, name, place }) => {
				const where = place === undefined ? '' : `${place.file}:${place.startLine}-${place.endLine}`;
				return [kind, state, kind === 'commit' ? name.slice(0, 8) : name, where].filter(text => text !== '').join(' ');
			}),
		);
	}

	/** The texts of what was noted about the run. */
	get notes(): string[] {
		return Object.values(this.log.run.nodes).flatMap(({ notes }) => notes);
	}

	get shown(): string {
		return this.texts.join('\n\n');
	}

	get shownTokens(): number {
		return tokensOfCharacters(this.texts.reduce((sum, text) => sum + text.length, 0));
	}

	private get texts(): string[] {
		return memoryTexts(this.memory.current, this.memory.limitTokens);
	}
}
