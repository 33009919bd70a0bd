import type { Crash, Traceback } from '../../../../runs/pure/model/brief';
import type { IssueLine } from '../issueLines';
import type { CrashFormats, LogLine } from './crashFormats';
import { OpenReport } from './openReport';

/** The crashes a text reports: the stacks of the first one come first. */
export interface ReadCrashes {
	readonly crashes: readonly Crash[];
	readonly tracebacks: readonly Traceback[];
}

/** More reports of one text are not read: the first one leads, and a log may repeat itself all day. */
const reportLimit = 40;

/** Fewer lines between two of a report belong to it as well; in more, somebody may write about it. */
const gapLimit = 8;

/** Reads the crash reports of a text, in its order, and marks their lines and the log lines around them. */
export function markCrashes(lines: readonly IssueLine[], formats: CrashFormats): ReadCrashes {
	const logged = lines.map(({ text }) => formats.logLine(text));
	const reports = new OpenReports(formats);
	for (const [at, line] of logged.entries()) {
		reports.read(line, at);
	}
	// Other programs and people write such lines, too: without a place they are no report.
	const found = reports.found
		.map(report => ({ report, tracebacks: report.tracebacks() }))
		.filter(({ tracebacks }) => tracebacks.length > 0)
		.slice(0, reportLimit);
	if (found.length > 0) {
		markLines(
			lines,
			logged,
			found.map(({ report }) => report),
		);
	}
	return {
		crashes: found.map(({ report }) => report.crash),
		tracebacks: found.flatMap(({ tracebacks }, crash) => tracebacks.map(traceback => ({ ...traceback, crash }))),
	};
}

/** A log is often of several tasks or CPUs at once: each has its own open report. */
class OpenReports {
	readonly found: OpenReport[] = [];
	private readonly open = new Map<string, OpenReport>();
	/** The newest report if it is a stall: other CPUs report their state in it, too. */
	private stall: OpenReport | undefined;

	constructor(private readonly formats: CrashFormats) {}

	read(line: LogLine, at: number): void {
		const { context = '' } = line;
		const known = this.open.get(context);
		const open = known?.isOver(at) === false ? known : undefined;
		const head = this.formats.headIn(line);
		if (head !== undefined && open?.isContinuedBy(head) === true) {
			open.continueWith(head, at);
			return;
		}
		if (head !== undefined && (open === undefined || head.data.follows !== true)) {
			this.begin(new OpenReport(head, at, this.formats), context);
			return;
		}
		const report = open ?? (this.stall?.isOver(at) === false ? this.stall : undefined);
		report?.read(line.text, at);
	}

	private begin(report: OpenReport, context: string): void {
		this.found.push(report);
		this.open.set(context, report);
		this.stall = report.isStall ? report : undefined;
	}
}

function markLines(lines: readonly IssueLine[], logged: readonly LogLine[], reports: readonly OpenReport[]): void {
	for (const [at, line] of lines.entries()) {
		line.kind = logged[at]?.isLogged === true ? 'crash' : line.kind;
	}
	for (const { lines: own } of reports) {
		for (const [at, position] of own.entries()) {
			const next = own[at + 1] ?? position + 1;
			for (const line of lines.slice(position, next - position <= gapLimit ? next : position + 1)) {
				line.kind = 'crash';
			}
		}
	}
}
