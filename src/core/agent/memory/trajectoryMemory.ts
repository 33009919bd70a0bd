import type { MemoryRef } from '../../model/run/memoryEvents';
import type { RunCall } from '../../model/run/runNode';
import {
	type MemoryEntry,
	type MemoryPart,
	openTokens,
	type WorkingMemory,
	workingMemoryOf,
} from '../../model/run/workingMemory';
import type { RunLog } from '../../runLog';
import type { DefinitionToClose, MemoryAccess, RememberedCode } from '../../tools/tool';
import { answerParts } from './answerParts';

/** Once the memory is full, it is closed down to this share of its limit, so that a prompt cache lasts for some rounds. */
const keptShare = 0.8;

/** The working memory of one trajectory. It is in the log: this reads it there, and records what changes it. */
export class TrajectoryMemory implements MemoryAccess {
	/** The newest round. */
	private node: string;

	constructor(
		private readonly log: RunLog,
		/** The node that the trajectory follows. */
		start: string,
		readonly limitTokens: number,
	) {
		this.node = start;
	}

	/** The same memory, to be continued independently. */
	fork(): TrajectoryMemory {
		return new TrajectoryMemory(this.log, this.node, this.limitTokens);
	}

	/** As it is for the round that follows the newest one. */
	get current(): WorkingMemory {
		return workingMemoryOf(this.log.run, this.node);
	}

	/** The calls that are made from now on are of this round. */
	begin(node: string): void {
		this.node = node;
	}

	/** Adds the answers of some calls of a round, then closes what exceeds the limit. */
	async remember(node: string, calls: readonly RunCall[]): Promise<void> {
		for (const { id: call, answer } of calls) {
			if (answer !== undefined) {
				const { text, scope } = answer;
				const where = scope === undefined ? {} : { scope };
				await this.log.once(node, { type: 'remembered', call, ...where, parts: answerParts(text) });
			}
		}
		const parts = exceeding(this.current, this.limitTokens);
		if (parts.length > 0) {
			await this.log.once(node, { type: 'memoryChanged', change: 'closed', by: 'limit', parts });
			await this.log.once(node, { type: 'noted', text: 'Closed the oldest results to stay within the memory limit.' });
		}
	}

	async close(definition: DefinitionToClose): Promise<readonly RememberedCode[]> {
		const { entries } = this.current;
		const matching = (matches: (part: MemoryPart, number: number) => boolean) =>
			entries.flatMap(({ call, parts }, entry) =>
				parts.flatMap((part, at) => (matches(part, entry + 1) ? [{ call: call.id, part: at, closed: part }] : [])),
			);
		const ways = [
			(part: MemoryPart, number: number) => part.state === 'open' && number === definition.result,
			(part: MemoryPart) => isOf(part, definition, name => name === definition.name),
			(part: MemoryPart) => isOf(part, definition, name => name.endsWith(`.${definition.name}`)),
			(part: MemoryPart) => isOf(part, definition, name => lastName(name) === lastName(definition.name)),
		];
		const found = ways.map(matching).find(each => each.length > 0) ?? [];
		if (found.length > 0) {
			const parts = found.map(({ call, part }) => ({ call, part }));
			await this.log.emit(this.node, { type: 'memoryChanged', change: 'closed', by: 'model', parts });
		}
		return found.map(({ closed }) => codeOf(closed));
	}

	openCode(): readonly RememberedCode[] {
		return this.current.entries.flatMap(({ parts }) => parts.filter(isOpenCode).map(codeOf));
	}

	/** The files with code that is open. */
	files(): readonly string[] {
		return [...new Set(this.openCode().map(({ place }) => place.file))];
	}

	async note(text: string): Promise<void> {
		await this.log.emit(this.node, { type: 'noteTaken', text });
	}
}

function isOpenCode({ state, kind }: MemoryPart): boolean {
	return state === 'open' && kind === 'code';
}

function isOf(
	part: MemoryPart,
	{ file, name, line, result }: DefinitionToClose,
	isNamed: (name: string) => boolean,
): boolean {
	const { place } = part;
	return (
		isOpenCode(part) &&
		place !== undefined &&
		result < 1 &&
		(file === '' || place.file === file || place.file.endsWith(`/${file}`)) &&
		(name === '' || isNamed(part.name)) &&
		(line < 1 || (place.startLine <= line && line <= place.endLine))
	);
}

function lastName(qualified: string): string {
	return qualified.slice(qualified.lastIndexOf('.') + 1);
}

function codeOf({ name, place, tokens }: MemoryPart): RememberedCode {
	return { name, place: place ?? { file: '', startLine: 1, endLine: 1 }, tokens };
}

/** What to close: the oldest answers that are not pinned, first those without code. Never the newest step. */
function exceeding(memory: WorkingMemory, limitTokens: number): MemoryRef[] {
	let used = openTokens(memory);
	if (used <= limitTokens) {
		return [];
	}
	const newest = memory.entries.at(-1)?.step;
	const older = memory.entries.filter(({ step, isPinned }) => step !== newest && !isPinned);
	const closed: MemoryRef[] = [];
	for (const { entry, part, at } of [...partsOf(older, false), ...partsOf(older, true)]) {
		if (used <= limitTokens * keptShare) {
			break;
		}
		closed.push({ call: entry.call.id, part: at });
		used -= part.tokens;
	}
	return closed;
}

function partsOf(entries: readonly MemoryEntry[], isCode: boolean) {
	return entries.flatMap(entry =>
		entry.parts.flatMap((part, at) =>
			part.state === 'open' && (part.kind === 'code') === isCode ? [{ entry, part, at }] : [],
		),
	);
}
