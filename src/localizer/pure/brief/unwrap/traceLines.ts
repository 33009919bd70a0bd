import type { LanguageData } from '../../../../code/pure/languages/languageData';
import { type FrameFormat, TraceFormats } from '../../../../testing/pure/traces/traceFormats';
import { CrashFormats } from '../crashes/crashFormats';
import { generalFrame } from '../generalFrame';

/** The part of a language's data that describes the output of its programs. */
export type OutputLanguage = Pick<LanguageData, 'traces' | 'crashes'>;

/** Longer lines are no frames. */
const lengthLimit = 1000;
/** A line that is an error counts less than a frame. */
const errorScore = 0.5;
/** Every frame names a place or an address. */
const place = /:\d|\bline \d|[(,] ?\d|0x[\da-f]|#\d|\p{L}[.:]? ?\d+\.?$/iu;

/** Recognizes the lines of stack traces and crash reports of all languages, by which a wrapping is seen to be removed. */
export class TraceLines {
	private readonly formats: TraceFormats;
	private readonly crashes: CrashFormats;

	constructor(languages: readonly OutputLanguage[]) {
		this.formats = TraceFormats.of(languages, []);
		this.crashes = new CrashFormats(languages);
	}

	/** Whether a line is a frame in a known format, given the line above it. */
	isFrame(text: string, above = ''): boolean {
		return (
			text.length <= lengthLimit &&
			place.test(text) &&
			(this.formats.frames.some(format => format.frame.test(text) && format.above?.test(above) !== false) ||
				this.crashes.frameIn(this.crashes.logLine(text).text)?.file !== undefined)
		);
	}

	/** Whether a line has the prefix of a kernel's log. */
	isOfKernel(text: string): boolean {
		return this.crashes.logLine(text).isLogged;
	}

	/** Whether a line of a kernel's log is a frame of a kernel. */
	isKernelFrame(text: string): boolean {
		const line = this.crashes.logLine(text);
		return line.isLogged && this.crashes.frameIn(line.text) !== undefined;
	}

	/** Whether a line is a frame that states the error as well, and therefore the innermost one. */
	isFailingFrame(text: string): boolean {
		const isShort = text.length <= lengthLimit;
		return isShort && this.formats.frames.some(({ frame }) => frame.exec(text)?.groups?.error !== undefined);
	}

	/** Whether a line is a frame, in a known format or by the shape that it shares with others near it. */
	namesPlace(lines: readonly string[], at: number): boolean {
		const line = lines[at] ?? '';
		return this.isFrame(line, lines[at - 1]) || this.excessOf(line, aroundOf(lines, at)) !== undefined;
	}

	/** How many signs and words a line has besides a place and a name, if one of the others names them in the same way. */
	excessOf(text: string, others: readonly string[]): number | undefined {
		const shape = generalFrame(text)?.shape;
		return shape !== undefined && others.some(other => generalFrame(other)?.shape === shape) ? shape.length : undefined;
	}

	/** Whether a line states an error or begins a trace. */
	isError(text: string): boolean {
		const isShort = text.length <= lengthLimit;
		return (
			(isShort && this.formats.errorIn(text) !== undefined) || /^(?:[\w.$]+\.)?[A-Z]\w*(?:Error|Exception)\b/.test(text)
		);
	}

	/** Whether a line is above the frames of a trace whose innermost frame is last. */
	isHeader(text: string): boolean {
		return text.length <= lengthLimit && this.formats.is('headers', text);
	}

	/** The order of the frames in the format of a line; undefined if it is no frame. */
	orderOf(text: string, above = ''): 'outermostFirst' | 'innermostFirst' | undefined {
		return this.formatOf(text, above)?.order;
	}

	/** Whether the error of a trace is below its frames, although its innermost frame is the first. */
	hasErrorBelow(text: string, above = ''): boolean {
		return this.formatOf(text, above)?.error === 'below';
	}

	private formatOf(text: string, above: string): FrameFormat | undefined {
		const formats = text.length <= lengthLimit ? this.formats.frames : [];
		return formats.find(format => format.frame.test(text) && format.above?.test(above) !== false);
	}

	/** More for each line that can be read as a frame or as an error, and for less around its place and its name. */
	score(lines: readonly string[]): number {
		return lines.reduce((sum, line, at) => {
			const isFrame = this.isFrame(line, lines[at - 1]);
			const excess = isFrame ? undefined : this.excessOf(line, aroundOf(lines, at));
			const isError = !isFrame && this.isError(line);
			return sum + (isFrame ? 2 : excess === undefined ? 0 : 1 / (1 + excess / 100)) + (isError ? errorScore : 0);
		}, 0);
	}
}

/** The lines around one, without it. */
export function aroundOf(lines: readonly string[], at: number): readonly string[] {
	return [...lines.slice(Math.max(0, at - 2), at), ...lines.slice(at + 1, at + 3)];
}
