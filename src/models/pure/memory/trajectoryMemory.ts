import type { RememberedPart } from '../../../runs/pure/events/memoryEvents';
import type { MemoryPart } from '../../../runs/pure/fold/memory/memoryEntry';
import { type WorkingMemory, workingMemoryOf } from '../../../runs/pure/fold/memory/workingMemory';
import type { RunCall } from '../../../runs/pure/fold/runNode';
import type { RunLog } from '../../../runs/pure/log/runLog';
import { lastName, type Place } from '../../../runs/pure/model/symbol';
import type { ToolAnswer } from '../../../runs/pure/model/toolAnswer';
import { tokensOfCharacters } from '../limits/tokenEstimate';
import { isMeant as isNumbered } from '../tools/memory/resultNumbers';
import type { ClosedParts, DefinitionToClose, MemoryAccess, RememberedCode } from '../tools/tool';
import { memoryCuts } from './memoryCuts';

/** The working memory of one trajectory. It is in the log: this reads it there, and records its changes. */
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

	/** Later calls belong to this round. */
	begin(node: string): void {
		this.node = node;
	}

	/** Adds the answers of some calls of a round, then makes all of it fit. */
	async remember(node: string, calls: readonly RunCall[]): Promise<void> {
		for (const { id: call, answer } of calls) {
			if (answer !== undefined) {
				const where = answer.scope === undefined ? {} : { scope: answer.scope };
				await this.log.once(node, { type: 'remembered', call, ...where, parts: partsOf(answer) });
			}
		}
		await this.fit();
	}

	/** Closes and cuts off content beyond the limit: findings, notes, or results that the user opened again. */
	async fit(): Promise<void> {
		const { closed, unpinned, shortened } = memoryCuts(this.current, this.limitTokens);
		// Noted first: a run that is killed after the event has nothing to fit any more.
		await this.noteIfAny(closed, 'Closed the oldest results to stay within the memory limit.');
		await this.noteIfAny(unpinned, 'Closed the oldest pinned results: pinned results alone fill most of the memory.');
		await this.noteIfAny(shortened, 'Cut off the newest results, which do not fit into the memory.');
		if (closed.length + unpinned.length + shortened.length > 0) {
			await this.log.emit(this.node, { type: 'memoryFitted', closed: [...closed, ...unpinned], shortened });
		}
	}

	private async noteIfAny(parts: readonly unknown[], text: string): Promise<void> {
		if (parts.length > 0) {
			await this.log.once(this.node, { type: 'noted', text });
		}
	}

	async close(definition: DefinitionToClose): Promise<ClosedParts> {
		const all = this.current.entries.flatMap(({ call, parts }, entry) =>
			parts.map((part, at) => ({ ref: { call: call.id, part: at }, part, number: entry + 1 })),
		);
		const { name, results } = definition;
		const last = lastName(name);
		// A hit is closed with the definition that shows it: else it would be shown from then on.
		const isMeant = ({ isHit, state }: MemoryPart) => isHit !== true || state === 'repeated';
		const isNamed: ((part: MemoryPart) => boolean)[] = [
			part => part.name === name && isMeant(part),
			part => part.name.endsWith(`.${name}`) && isMeant(part),
			part => lastName(part.name) === last && isMeant(part),
			part => lastName(part.name) === last,
		];
		const ways =
			results.length > 0
				? [all.filter(({ number, ref }) => isNumbered(results, number, ref.part + 1))]
				: isNamed.map(isOne => all.filter(({ part }) => isAt(part, definition) && (name === '' || isOne(part))));
		const isClosed = (way: typeof all) => way.length > 0 && way.every(({ part }) => part.state === 'closed');
		const isOpen = (way: typeof all) => way.some(({ part }) => part.state === 'open');
		const meant = ways.find(way => isOpen(way) || isClosed(way)) ?? (results.length > 0 ? (ways[0] ?? []) : []);
		const found = meant.filter(({ part }) => part.state !== 'closed');
		if (found.length > 0) {
			const parts = found.map(({ ref }) => ref);
			await this.log.emit(this.node, { type: 'memoryChanged', change: 'closed', by: 'model', parts });
		}
		return {
			isDone: found.length > 0,
			closed: found.flatMap(({ part }) => (part.state === 'open' ? [codeOf(part)] : [])),
			wasClosed: isClosed(meant),
		};
	}

	openCode(): readonly RememberedCode[] {
		return this.current.entries.flatMap(({ parts }) => parts.filter(isOpenPlace).map(codeOf));
	}

	/** The files with code that is shown. */
	files(): readonly string[] {
		const places = this.current.entries.flatMap(({ parts }) =>
			parts.flatMap(({ state, place }) => (state === 'closed' || place === undefined ? [] : [place])),
		);
		return [...new Set(places.map(({ file }) => file))];
	}

	/** The lines of code that are shown. */
	openLines(): readonly Place[] {
		return this.current.entries.flatMap(({ parts }) =>
			parts.flatMap(({ state, kind, place, lines = [], shownCharacters }) =>
				state === 'open' && kind === 'code' && place !== undefined && shownCharacters === undefined
					? lines.map(({ startLine, endLine }) => ({ file: place.file, startLine, endLine }))
					: [],
			),
		);
	}

	async note(text: string): Promise<void> {
		await this.log.emit(this.node, { type: 'noteTaken', text });
	}
}

/** The whole answer if it has no parts of its own. */
function partsOf({
	text,
	parts = [{ kind: 'text', name: '', start: 0, end: text.length }],
}: ToolAnswer): RememberedPart[] {
	return parts.map(part => ({ ...part, tokens: Math.ceil(tokensOfCharacters(part.end - part.start)) }));
}

function isOpenPlace({ state, place }: MemoryPart): boolean {
	return state === 'open' && place !== undefined;
}

function isAt({ place }: MemoryPart, { file, line }: DefinitionToClose): boolean {
	return (
		place !== undefined &&
		(file === '' || place.file === file || place.file.endsWith(`/${file}`)) &&
		(line < 1 || (place.startLine <= line && line <= place.endLine))
	);
}

function codeOf({ name, place, tokens }: MemoryPart): RememberedCode {
	return { name, place: place ?? { file: '', startLine: 1, endLine: 1 }, tokens };
}
