import type {
	CompiledNameData,
	CrashFrameData,
	CrashHeadData,
	FunctionRoles,
	StackHeadData,
} from '../../../../code/pure/languages/crashData';
import type { LanguageData } from '../../../../code/pure/languages/languageData';
import type { Crash } from '../../../../runs/pure/model/brief';

/** A line that begins a report, and its statements. */
export interface CrashHead {
	readonly data: CrashHeadData;
	readonly crash: Crash;
	readonly place?: CrashPlace;
	/** The next such line names the function around it. */
	readonly isInlined: boolean;
}

/** The place of a crash according to a report. */
export interface CrashPlace {
	readonly function?: string;
	readonly file?: string;
	readonly line?: number;
}

/** A frame as one line of a report has it. */
export interface CrashFrame extends CrashPlace {
	readonly format: CrashFrameData;
	readonly isInline: boolean;
	/** The unwinder found it on the stack, but does not know that it was called. */
	readonly isDoubtful: boolean;
	readonly module?: string;
	/** From 0, if frames are numbered. */
	readonly number?: number;
}

/** A line of a text without the prefix of its log. */
export interface LogLine {
	readonly text: string;
	/** The task or CPU that wrote it, if the log has that. */
	readonly context?: string;
	readonly isLogged: boolean;
}

interface CompiledHead {
	readonly data: CrashHeadData;
	readonly line: RegExp;
	readonly except?: RegExp;
	readonly inlined?: RegExp;
}

/** The formats in which a text reports crashes: the formats of all languages. */
export class CrashFormats {
	private readonly prefixes: readonly RegExp[];
	private readonly marks: RegExp;
	private readonly sign: string;
	private readonly heads: readonly CompiledHead[];
	private readonly places: ReadonlyMap<CrashHeadData, RegExp>;
	private readonly accesses: readonly RegExp[];
	private readonly stacks: readonly { readonly line: RegExp; readonly data: StackHeadData }[];
	private readonly ends: readonly RegExp[];
	private readonly notes: readonly RegExp[];
	private readonly frames: readonly { readonly data: CrashFrameData; readonly line: RegExp }[];
	private readonly functions: ReadonlyMap<keyof FunctionRoles, readonly RegExp[]>;
	private readonly helperFiles: readonly RegExp[];
	/** Whether a name is in a role: a text repeats its names. */
	private readonly asked = new Map<string, boolean>();
	private readonly suffixes: readonly (Pick<CompiledNameData, 'source'> & { readonly compiled: RegExp })[];

	constructor(languages: readonly Pick<LanguageData, 'crashes'>[]) {
		const known = languages.flatMap(({ crashes }) => crashes ?? []);
		const reports = known.flatMap(data => data.reports);
		this.prefixes = compiled(known.flatMap(({ prefixes }) => prefixes));
		this.sign = anyOf(known.flatMap(({ signs }) => signs)).source;
		this.marks = anyOf(known.flatMap(({ marks }) => marks));
		this.heads = reports.map(data => ({
			data,
			line: new RegExp(data.line),
			...(data.except !== undefined && { except: new RegExp(data.except) }),
			...(data.inlined !== undefined && { inlined: new RegExp(data.inlined) }),
		}));
		this.places = new Map(
			reports.flatMap(data => (data.place === undefined ? [] : [[data, new RegExp(data.place)] as const])),
		);
		this.accesses = compiled(known.flatMap(data => data.accesses));
		this.stacks = known.flatMap(({ stacks }) => stacks.map(data => ({ line: new RegExp(data.line), data })));
		this.notes = compiled(known.flatMap(({ notes }) => notes));
		this.ends = compiled(known.flatMap(({ ends }) => ends));
		this.frames = known.flatMap(({ frames }) => frames.map(data => ({ data, line: new RegExp(data.frame) })));
		this.functions = new Map(functionRoles.map(role => [role, compiled(known.flatMap(data => data.functions[role]))]));
		this.helperFiles = compiled(known.flatMap(data => data.helperFiles));
		this.suffixes = known
			.flatMap(({ names }) => names.filter(({ definition }) => definition === undefined))
			.map(({ compiled: text, source }) => ({ compiled: new RegExp(text), source }));
	}

	/** Finds, one after the other, the lines of a text that may begin a report. */
	signs(): RegExp {
		return new RegExp(this.sign, 'g');
	}

	/** Removes a log's prefix from a line. */
	logLine(text: string): LogLine {
		let rest = text;
		let context: string | undefined;
		for (const prefix of this.prefixes) {
			const match = prefix.exec(rest);
			rest = match === null ? rest : rest.slice(match[0].length);
			context = match?.groups?.context ?? context;
		}
		return { text: rest.trimStart(), isLogged: rest.length < text.length, ...(context !== undefined && { context }) };
	}

	/** In a log, something else may be on the same line before it. */
	headIn({ text, isLogged }: LogLine): CrashHead | undefined {
		const mark = isLogged ? this.marks.exec(text) : null;
		return this.headAt(text) ?? (mark === null || mark.index === 0 ? undefined : this.headAt(text.slice(mark.index)));
	}

	private headAt(text: string): CrashHead | undefined {
		for (const { data, line, except, inlined } of this.heads) {
			const groups = line.exec(text)?.groups;
			if (groups !== undefined && except?.test(text) !== true) {
				const place = placeOf(groups);
				const isInlined = inlined?.test(text) === true;
				return { data, crash: crashOf(groups, data, text), isInlined, ...(place && { place }) };
			}
		}
		return undefined;
	}

	/** The place that a line of a report names, if its kind of report has such lines. */
	placeIn(text: string, data: CrashHeadData): CrashPlace | undefined {
		const groups = this.places.get(data)?.exec(text)?.groups;
		return groups && this.named(placeOf(groups));
	}

	/** Returns the access that a line of a report describes. */
	accessIn(text: string): Crash['access'] {
		for (const line of this.accesses) {
			const { access, size } = line.exec(text)?.groups ?? {};
			const found = accessOf(access, size);
			if (found !== undefined) {
				return found;
			}
		}
		return undefined;
	}

	stackIn(text: string): StackHeadData | undefined {
		return this.stacks.find(({ line }) => line.test(text))?.data;
	}

	isEnd(text: string): boolean {
		return this.ends.some(line => line.test(text));
	}

	isNote(text: string): boolean {
		return this.notes.some(line => line.test(text));
	}

	frameIn(text: string): CrashFrame | undefined {
		for (const { data, line } of this.frames) {
			const groups = line.exec(text)?.groups;
			if (groups !== undefined) {
				return {
					...{ format: data, isInline: groups.inline !== undefined, isDoubtful: groups.doubtful !== undefined },
					...this.named(placeOf(groups)),
					...(groups.module !== undefined && { module: groups.module }),
					...(groups.number !== undefined && { number: Number(groups.number) }),
				};
			}
		}
		return undefined;
	}

	/** Whether a function is known for a role. */
	is(role: keyof FunctionRoles, name: string): boolean {
		const key = `${role} ${name}`;
		const found = this.asked.get(key) ?? this.functions.get(role)?.some(pattern => pattern.test(name)) === true;
		this.asked.set(key, found);
		return found;
	}

	isHelperFile(path: string): boolean {
		return this.helperFiles.some(pattern => pattern.test(path));
	}

	/** The name without a compiler's additions: `foo` of `foo.constprop.0.cold`. */
	sourceName(name: string): string {
		return this.suffixes.reduce((text, { compiled: pattern, source }) => text.replace(pattern, source[0] ?? ''), name);
	}

	/** A place with the name of its function as the source has it. */
	named<Place extends CrashPlace>(place: Place | undefined): Place | undefined {
		return place?.function === undefined ? place : { ...place, function: this.sourceName(place.function) };
	}
}

const functionRoles = [
	'reporting',
	'detecting',
	'helpers',
	'allocators',
	'waiting',
	'shared',
	'entries',
	'interrupts',
] as const;

function compiled(patterns: readonly string[]): RegExp[] {
	return patterns.map(text => new RegExp(text));
}

/** One expression for all. */
function anyOf(patterns: readonly string[]): RegExp {
	return patterns.length === 0 ? /^\b$/ : new RegExp(patterns.join('|'));
}

function placeOf(groups: Readonly<Record<string, string | undefined>>): CrashPlace | undefined {
	const { function: name, file, line } = groups;
	return name === undefined && file === undefined
		? undefined
		: {
				...(name !== undefined && { function: name }),
				...(file !== undefined && { file: file.replace(/^(?:\.\/)+/, '') }),
				...(line !== undefined && { line: Number(line) }),
			};
}

function crashOf(groups: Readonly<Record<string, string | undefined>>, { kind }: CrashHeadData, text: string): Crash {
	const { title = text.trim(), kind: stated = kind, access: type, size } = groups;
	const access = accessOf(type, size);
	return { title, kind: stated, ...(access && { access }) };
}

function accessOf(written: string | undefined, size: string | undefined): Crash['access'] {
	const type = written?.toLowerCase();
	return type === 'read' || type === 'write' ? { type, ...(size !== undefined && { bytes: Number(size) }) } : undefined;
}
