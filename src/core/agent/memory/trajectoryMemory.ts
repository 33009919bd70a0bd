import type { MemoryPart } from '../../model/memory/memoryEntry';
import type { RememberedPart } from '../../model/memory/memoryEvents';
import { type WorkingMemory, workingMemoryOf } from '../../model/memory/workingMemory';
import type { RunCall } from '../../model/run/runNode';
import type { ToolAnswer } from '../../model/toolAnswer';
import type { RunLog } from '../../runLog';
import type { DefinitionToClose, MemoryAccess, RememberedCode } from '../../tools/tool';
import { tokensOfCharacters } from '../tokenEstimate';
import { memoryCuts } from './memoryCuts';

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

	/** Closes and cuts off what exceeds the limit: what was found, noted, or opened again by the user. */
	async fit(): Promise<void> {
		const { closed, unpinned, shortened } = memoryCuts(this.current, this.limitTokens);
		const close = async (parts: typeof closed, text: string) => {
			if (parts.length > 0) {
				await this.log.emit(this.node, { type: 'memoryChanged', change: 'closed', by: 'limit', parts });
				await this.log.once(this.node, { type: 'noted', text });
			}
		};
		await close(closed, 'Closed the oldest results to stay within the memory limit.');
		await close(unpinned, 'Closed the oldest pinned results: pinned results alone fill most of the memory.');
		for (const cut of shortened) {
			await this.log.emit(this.node, { type: 'memoryShortened', ...cut });
		}
		if (shortened.length > 0) {
			await this.log.once(this.node, {
				type: 'noted',
				text: 'Cut off the newest results, which do not fit into the memory.',
			});
		}
	}

	async close(definition: DefinitionToClose): Promise<readonly RememberedCode[]> {
		const { entries } = this.current;
		const matching = (matches: (part: MemoryPart, number: number) => boolean) =>
			entries.flatMap(({ call, parts }, entry) =>
				parts.flatMap((part, at) => (matches(part, entry + 1) ? [{ call: call.id, part: at, closed: part }] : [])),
			);
		const ways = [
			({ state }: MemoryPart, number: number) => state !== 'closed' && number === definition.result,
			(part: MemoryPart) => isOf(part, definition, name => name === definition.name),
			(part: MemoryPart) => isOf(part, definition, name => name.endsWith(`.${definition.name}`)),
			(part: MemoryPart) => isOf(part, definition, name => lastName(name) === lastName(definition.name)),
		];
		// What another part repeats is closed with it: else it would be shown from then on.
		const found = ways.map(matching).find(each => each.some(({ closed }) => closed.state === 'open')) ?? [];
		if (found.length > 0) {
			const parts = found.map(({ call, part }) => ({ call, part }));
			await this.log.emit(this.node, { type: 'memoryChanged', change: 'closed', by: 'model', parts });
		}
		return found.flatMap(({ closed }) => (closed.state === 'open' ? [codeOf(closed)] : []));
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

	async note(text: string): Promise<void> {
		await this.log.emit(this.node, { type: 'noteTaken', text });
	}
}

/** The whole answer where it has no parts of its own. */
function partsOf({
	text,
	parts = [{ kind: 'text', name: '', start: 0, end: text.length }],
}: ToolAnswer): RememberedPart[] {
	return parts.map(part => ({ ...part, tokens: Math.ceil(tokensOfCharacters(part.end - part.start)) }));
}

function isOpenPlace({ state, place }: MemoryPart): boolean {
	return state === 'open' && place !== undefined;
}

function isOf(
	part: MemoryPart,
	{ file, name, line, result }: DefinitionToClose,
	isNamed: (name: string) => boolean,
): boolean {
	const { place } = part;
	return (
		part.state !== 'closed' &&
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
