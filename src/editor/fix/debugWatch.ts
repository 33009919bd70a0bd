import { BoundedText } from '../../core/util/boundedText';

/** A message between an editor and a debugger (Debug Adapter Protocol): what of it is read here. */
export interface DebugMessage {
	readonly type?: unknown;
	readonly event?: unknown;
	readonly command?: unknown;
	readonly body?: { readonly category?: unknown; readonly output?: unknown; readonly exitCode?: unknown };
}

interface WatchOptions {
	/** As in `DebugLaunch`. */
	readonly exitCode: string | null | undefined;
	readonly onOutput?: ((stream: 'stdout' | 'stderr', text: string) => void) | undefined;
}

/** What the messages of a debug session tell of the program it runs. */
export class DebugWatch {
	private readonly texts = { stdout: newText(), stderr: newText(), all: newText() };
	private reported: number | undefined;
	private hasEnded = false;
	private wasStopped = false;

	constructor(private readonly options: WatchOptions) {}

	get stdout(): string {
		return this.texts.stdout.text();
	}

	get stderr(): string {
		return this.texts.stderr.text();
	}

	/** Undefined where it is not known: the debugger does not say, or the person stopped the program. */
	get exitCode(): number | undefined {
		const { exitCode } = this.options;
		if (this.wasStopped || exitCode === null) {
			return undefined;
		}
		if (exitCode === undefined) {
			return this.reported;
		}
		const told = [...this.texts.all.text().matchAll(new RegExp(exitCode, 'gm'))].at(-1)?.[1];
		return told === undefined ? undefined : Number(told);
	}

	/** A message of the editor. */
	onRequest({ command }: DebugMessage): void {
		if (command === 'disconnect' || command === 'terminate') {
			this.wasStopped ||= !this.hasEnded;
		}
	}

	/** A message of the debugger. */
	onMessage({ type, event, body }: DebugMessage): void {
		if (type !== 'event') {
			return;
		}
		if (event === 'output') {
			this.add(body?.category ?? 'console', body?.output);
		}
		if (event === 'exited' && typeof body?.exitCode === 'number') {
			this.reported = body.exitCode;
		}
		this.hasEnded ||= event === 'exited' || event === 'terminated';
	}

	private add(category: unknown, output: unknown): void {
		if (typeof output !== 'string' || category === 'telemetry') {
			return;
		}
		this.texts.all.add(output);
		if (category === 'stdout' || category === 'stderr') {
			this.texts[category].add(output);
			this.options.onOutput?.(category, output);
		}
	}
}

function newText(): BoundedText {
	return new BoundedText(400_000);
}
