import { splitLines } from '../../../../../code/pure/texts/fileTexts';
import { readIfText } from '../../../../../code/pure/texts/readIfText';
import type { Workspace } from '../../../../../history/pure/workspace';
import type { TrajectoryMemory } from '../../../../../models/pure/memory/trajectoryMemory';
import type { RunLog } from '../../../../../runs/pure/log/runLog';
import type { CodeLine } from '../../../../../runs/pure/model/location';
import { type CodeSymbol, qualifiedName } from '../../../../../runs/pure/model/symbol';
import { counted } from '../../../../../system/pure/text/counted';
import { listed } from '../../../../../system/pure/text/listed';
import { type Lead, leadKinds, leadsOf } from './leads';
import { type MemberUse, useOf, usePattern, useText, useWeights } from './memberUses';
import { functionId, ReachedCode, type ReachedFunction } from './reachedCode';
import { ResearchRounds } from './researchRounds';
import type { Seed } from './seeds';

export interface InvestigationDeps {
	readonly workspace: Workspace;
	readonly signal: AbortSignal;
	readonly memory: TrajectoryMemory;
	readonly seeds: readonly Seed[];
	readonly maxRounds: number;
	/** Whether the last round searches the commits. */
	readonly hasHistory: boolean;
}

const limits = { seedsRead: 5, leadsPerRound: 3, leadsPerFunction: 12, readPerRound: 1, users: 16 };
/** A lead with less than this share of the first one is not followed. */
const leastShare = 0.05;
/** The share of a function's score that its own leads get. */
const readShare = 0.7;
/** A function that is called is worth this much of the lead to it. */
const calleeShare = 0.7;
/** So that the first frames come before all that is reached, and the last ones do not. */
const seedPower = 1.5;
/** A function of so many lines is about more than the member it changes. */
const specificLines = 20;
/** Code far from the code that led to it is seldom about the same objects. */
const proximity = { sameFile: 1, sameFolder: 0.6, elsewhere: 0.25 };

/**
 * Follows leads, the most telling first: code that assigns, passes on and checks a member, and the code of functions.
 * Each round also reads the best function that was reached, whose own leads join the others, until no lead is worth it.
 */
export class Investigation {
	readonly rounds: ResearchRounds;
	readonly reached: ReachedCode;
	private leads: Lead[] = [];
	private readonly followed = new Set<string>();
	private readonly read = new Set<string>();
	/** Of the seeds. */
	private readonly folders: ReadonlySet<string>;
	private readonly texts = new Map<string, Promise<readonly string[]>>();

	constructor(
		log: RunLog,
		start: string,
		private readonly deps: InvestigationDeps,
	) {
		const { workspace, signal, memory, seeds } = deps;
		const reportedLines = seeds.flatMap(({ file, line, isFrame }) =>
			line === undefined || !isFrame ? [] : [{ file, line }],
		);
		const focus = { filesInMemory: () => memory.files(), reportedLines };
		this.rounds = new ResearchRounds(log, start, memory, { workspace, signal, focus });
		this.reached = new ReachedCode(workspace);
		this.folders = new Set(seeds.map(({ file }) => folderOf(file)));
	}

	async run(): Promise<void> {
		const { seeds, maxRounds, hasHistory } = this.deps;
		if (seeds.length === 0) {
			return;
		}
		await this.readSeeds();
		const least = leastShare * (this.leads[0]?.weight ?? 0);
		const nLast = hasHistory ? 1 : 0;
		while (this.rounds.nRounds < maxRounds - nLast) {
			const leads = this.next(least);
			if (leads.length === 0) {
				break;
			}
			await this.follow(leads);
		}
		if (nLast > 0) {
			await searchHistory(this.rounds, seeds, [...this.followed]);
		}
	}

	/** The first round: the code of the heaviest seeds. */
	private async readSeeds(): Promise<void> {
		const { seeds } = this.deps;
		const names = listed(seeds.slice(0, limits.seedsRead).map(({ name }) => name));
		const isReport = seeds.some(({ isFrame }) => isFrame);
		await this.rounds.open(isReport ? 'Read the frames of the report' : 'Read the first suspects', [
			isReport ? `The likeliest frames: ${names}.` : `There is no stack. The first suspects: ${names}.`,
		]);
		for (const [rank, seed] of seeds.entries()) {
			const symbol = this.reached.functionAt({ file: seed.file, line: seed.at });
			if (symbol === undefined) {
				continue;
			}
			const { node } = this.rounds;
			const kind = seed.isFrame ? 'trace' : 'words';
			this.reached.add(symbol, 'seed', {
				kind,
				text: seed.text,
				line: lineIn(symbol, seed.line),
				weight: seed.weight ** seedPower,
				node,
			});
			if (rank < limits.seedsRead) {
				await this.readCode(symbol, seed.weight, seed.line);
			}
		}
		await this.rounds.close(`Read ${counted(Math.min(seeds.length, limits.seedsRead), 'suspect')}: ${names}`);
	}

	private next(least: number): readonly Lead[] {
		const open = this.leads.filter(lead => !this.followed.has(keyOf(lead)) && lead.weight >= least);
		const best = open.sort((a, b) => b.weight - a.weight);
		return leadKinds.flatMap(kind => best.filter(lead => lead.kind === kind).slice(0, limits.leadsPerRound));
	}

	private async follow(leads: readonly Lead[]): Promise<void> {
		const names = listed(leads.map(({ name }) => name));
		await this.rounds.open(
			`Follow ${names}`,
			leads.map(({ name, kind, from }) =>
				kind === 'member'
					? `${from.function} uses the member ${name} (${from.file}:${from.line}): where is it assigned, and passed on?`
					: `${from.function} calls ${name} (${from.file}:${from.line}).`,
			),
		);
		let nFound = 0;
		for (const lead of leads) {
			this.followed.add(keyOf(lead));
			nFound += lead.kind === 'member' ? await this.followMember(lead) : await this.followCall(lead);
		}
		await this.readBest();
		await this.rounds.close(
			`Followed ${names}: ${nFound === 0 ? 'nothing new' : `reached ${counted(nFound, 'function')}`}`,
		);
	}

	/** How many functions use the member in another way than reading it. */
	private async followMember(lead: Lead): Promise<number> {
		const found = new Map<string, { readonly symbol: CodeSymbol; readonly use: MemberUse; readonly at: CodeLine }>();
		const args = { query: usePattern(lead.name), mode: 'regex', path: folderOf(lead.from.file) };
		const { places } = await this.rounds.call({ tool: 'search_code', args });
		for (const { file, startLine: line } of places) {
			const use = useOf(lead.name, (await this.linesOf(file))[line - 1] ?? '');
			const symbol = use === undefined ? undefined : this.reached.functionAt({ file, line });
			const known = symbol && found.get(functionId(symbol));
			if (use !== undefined && symbol !== undefined && useWeights[use] > useWeights[known?.use ?? 'read']) {
				found.set(functionId(symbol), { symbol, use, at: { file, line } });
			}
		}
		if (found.size > limits.users) {
			await this.rounds.note(`${lead.name} is too common to follow: ${found.size} functions change it or pass it on.`);
			return 0;
		}
		const share = lead.weight / Math.sqrt(Math.max(1, found.size));
		for (const { symbol, use, at } of found.values()) {
			const why = `which ${lead.from.function} uses (${lead.from.file}:${lead.from.line})`;
			const text = `${useText(use, lead.name)}, ${why}.`;
			const reason = {
				kind: 'state' as const,
				text,
				line: at.line,
				weight: share * useWeights[use] * nearnessTo(lead, symbol) * specificity(symbol),
				node: this.rounds.node,
			};
			this.reached.add(symbol, keyOf(lead), reason);
		}
		if (found.size > 0) {
			const places = [...found.values()].map(
				({ symbol, use, at }) => `${qualifiedName(symbol)} (${use}, ${at.file}:${at.line})`,
			);
			await this.rounds.note(`${lead.name}: ${listed(places, 4)}.`);
		}
		return found.size;
	}

	private async followCall(lead: Lead): Promise<number> {
		const { places } = await this.rounds.call({ tool: 'search_definition', args: { symbol: lead.name } });
		const symbols = places.flatMap(({ file, startLine: line }) => this.reached.functionAt({ file, line }) ?? []);
		const own = symbols.filter(({ name }) => name === lead.name);
		const symbol =
			own.find(({ file }) => file === lead.from.file) ?? own.find(({ file }) => this.folders.has(folderOf(file)));
		if (symbol === undefined) {
			return 0;
		}
		const text = `Called by ${lead.from.function} (${lead.from.file}:${lead.from.line}).`;
		const weight = lead.weight * calleeShare * nearnessTo(lead, symbol);
		this.reached.add(symbol, keyOf(lead), {
			kind: 'calls',
			text,
			line: symbol.nameLine,
			weight,
			node: this.rounds.node,
		});
		this.read.add(functionId(symbol));
		await this.addLeads(symbol, weight * readShare);
		return 1;
	}

	/**
	 * Reads the best functions that were reached and not read, and closes code that has no other relation to the failure.
	 */
	private async readBest(): Promise<void> {
		const unread = this.reached.ranked.filter(({ id }) => !this.read.has(id)).slice(0, limits.readPerRound);
		for (const reached of unread) {
			const { symbol, score, reasons } = reached;
			const nOwn = await this.readCode(symbol, score * readShare, reasons[0]?.line);
			if (nOwn === 0 && this.isUnrelated(reached)) {
				const args = { symbol: symbol.name, file: symbol.file, line: symbol.nameLine };
				await this.rounds.call({ tool: 'close_definition', args });
				await this.rounds.note(`${qualifiedName(symbol)} has nothing else in common with the failure: closed.`);
			}
		}
	}

	private isUnrelated({ leads }: ReachedFunction): boolean {
		return leads.size < 2 && !leads.has('seed');
	}

	/** How many of its leads others have as well. */
	private async readCode(symbol: CodeSymbol, weight: number, line?: number): Promise<number> {
		this.read.add(functionId(symbol));
		await this.rounds.call({ tool: 'search_definition', args: { symbol: symbol.name, file: symbol.file } });
		return this.addLeads(symbol, weight, line);
	}

	private async addLeads(symbol: CodeSymbol, weight: number, line?: number): Promise<number> {
		const { file, name, startLine, endLine } = symbol;
		const suspected = line !== undefined && startLine <= line && line <= endLine ? { line } : {};
		const lines = await this.linesOf(file);
		const all = leadsOf({ file, name, startLine, endLine, weight, ...suspected }, lines, this.deps.workspace.index);
		const own = all.slice(0, limits.leadsPerFunction);
		let nShared = 0;
		for (const lead of own) {
			const at = this.leads.findIndex(each => keyOf(each) === keyOf(lead));
			const known = this.leads[at];
			if (known === undefined) {
				this.leads.push(lead);
			} else {
				nShared++;
				this.leads[at] = { ...known, weight: known.weight + lead.weight };
			}
		}
		this.leads.sort((a, b) => b.weight - a.weight);
		return nShared;
	}

	private linesOf(file: string): Promise<readonly string[]> {
		const lines = this.texts.get(file) ?? readIfText(this.deps.workspace.files, file).then(splitLines);
		this.texts.set(file, lines);
		return lines;
	}
}

function lineIn({ startLine, endLine, nameLine }: CodeSymbol, line: number | undefined): number {
	return line !== undefined && startLine <= line && line <= endLine ? line : nameLine;
}

function nearnessTo({ from }: Lead, { file }: CodeSymbol): number {
	return file === from.file
		? proximity.sameFile
		: folderOf(file) === folderOf(from.file)
			? proximity.sameFolder
			: proximity.elsewhere;
}

function specificity({ startLine, endLine }: CodeSymbol): number {
	return Math.min(1, Math.sqrt(specificLines / (endLine - startLine + 1)));
}

function folderOf(path: string): string {
	return path.slice(0, path.lastIndexOf('/') + 1);
}

function keyOf({ kind, name }: Pick<Lead, 'kind' | 'name'>): string {
	return `${kind} ${name}`;
}

/** Of the last round. */
const historyLimits = { lines: 2, names: 4 };

/** The last round: which commits changed the suspected lines, and which are about the names that were followed. */
async function searchHistory(
	rounds: ResearchRounds,
	seeds: readonly Seed[],
	followed: readonly string[],
): Promise<void> {
	const names = followed.slice(0, historyLimits.names).map(key => key.slice(key.indexOf(' ') + 1));
	const words = [seeds[0]?.name ?? '', ...names].join(' ');
	await rounds.open('Search the history', [`Which commits changed the suspected lines, and are about ${words}?`]);
	const lines = seeds.filter(({ line }) => line !== undefined).slice(0, historyLimits.lines);
	let nFound = 0;
	for (const { file, line = 1 } of lines) {
		const { ok } = await rounds.call({ tool: 'blame', args: { file, start_line: line } });
		nFound += ok ? 1 : 0;
	}
	const { ok } = await rounds.call({ tool: 'search_commits', args: { query: words } });
	await rounds.close(nFound > 0 || ok ? 'Searched the history: found commits' : 'Searched the history: nothing found');
}
