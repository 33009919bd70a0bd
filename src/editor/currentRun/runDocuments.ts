import * as vscode from 'vscode';
import type { MemoryRef } from '../../runs/pure/events/memoryEvents';
import { workingMemoryOf } from '../../runs/pure/fold/memory/workingMemory';
import { roundNumbers } from '../../runs/pure/fold/roundNumbers';
import type { Run } from '../../runs/pure/fold/run';
import { fixOf } from '../../runs/pure/fold/runFix';
import type { RunNode, RunRequest } from '../../runs/pure/fold/runNode';
import { modelsOf } from '../../runs/pure/fold/spent';
import { wholeUsageText } from '../../runs/pure/fold/usage';
import type { RunStore } from '../../runs/pure/log/runStore';
import type { ChatMessage, ReplyForm, RequestedCall } from '../../runs/pure/model/chat';
import type { Reproducer } from '../../runs/pure/model/reproducer';
import { runMarkdown } from '../../sharing/pure/report/runMarkdown';
import { UserError } from '../../system/pure/errors/userError';
import { grouped } from '../../system/pure/text/counted';
import { codeSpan, fenced, plainLine } from '../../system/pure/text/fenced';
import type { SentRef } from '../../webview/protocol/messages';
import { engineText } from '../engineText';
import { priceOf, readSettings } from '../settings/settings';
import { registerDocuments } from '../showError';
import { comparedMarkdown } from './comparedMarkdown';
import { readRun } from './readRun';
import type { ShownRun } from './shownRun';

const scheme = 'faultline-trajectory';
/** Change events of virtual documents are throttled: several in quick succession can be lost. */
const quietMs = 250;

/** The subject of a document; it is part of the document's URI. */
type Subject =
	| { readonly kind: 'run'; readonly run: string }
	| ({ readonly kind: 'sent'; readonly run: string } & SentRef)
	| { readonly kind: 'compared'; readonly runs: readonly [string, string] }
	| { readonly kind: 'reproducer'; readonly run: string; readonly reproducer: string }
	| ({ readonly kind: 'memory'; readonly run: string } & MemoryText);

/** A result in the working memory as it is after a node, or a part of it. */
interface MemoryText {
	readonly node: string;
	readonly part: MemoryRef;
}

/** Read-only documents about runs: a trajectory as text, requests to a model, two runs side by side. */
export class RunDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
	private readonly changed = new vscode.EventEmitter<vscode.Uri>();
	private readonly disposable: vscode.Disposable;
	private timer: NodeJS.Timeout | undefined;
	readonly onDidChange = this.changed.event;

	constructor(
		private readonly runs: RunStore,
		private readonly shown: ShownRun,
	) {
		this.disposable = vscode.Disposable.from(
			registerDocuments(scheme, this),
			shown.onDidChange(() => this.runChanged()),
		);
	}

	async openRun(run: string): Promise<void> {
		await open(runUri(run));
	}

	/** `title` is shown in the tab. */
	async openSent(run: string, ref: SentRef, title: string): Promise<void> {
		// A missing request is reported now, not in the document.
		sentMarkdown(await this.read(run), ref);
		const { node, request } = ref;
		await open(documentUri(title, { kind: 'sent', run, node, ...(request !== undefined && { request }) }));
	}

	async openCompared(first: string, second: string): Promise<void> {
		await open(documentUri(vscode.l10n.t('Compared runs'), { kind: 'compared', runs: [first, second] }));
	}

	/** Opens the program of a reproducer. Throws `UserError` if the run does not have it. */
	async openReproducer(run: string, reproducer: string): Promise<void> {
		const { file } = reproducerOf(await this.read(run), reproducer);
		const query = JSON.stringify({ kind: 'reproducer', run, reproducer } satisfies Subject);
		await open(vscode.Uri.from({ scheme, path: `/${file}`, query }));
	}

	/** Opens the part of a result that a model is shown. Throws `UserError` if the memory does not have it. */
	async openMemory(run: string, { node, part }: MemoryText): Promise<void> {
		const { name } = memoryText(await this.read(run), { node, part });
		await open(
			vscode.Uri.from({ scheme, path: `/${name}`, query: JSON.stringify({ kind: 'memory', run, node, part }) }),
		);
	}

	async provideTextDocumentContent({ query }: vscode.Uri): Promise<string> {
		const subject = JSON.parse(query) as Subject;
		switch (subject.kind) {
			case 'run':
				return textOfRun(await this.read(subject.run));
			case 'sent':
				return sentMarkdown(await this.read(subject.run), subject);
			case 'reproducer':
				return reproducerOf(await this.read(subject.run), subject.reproducer).text;
			case 'memory':
				return memoryText(await this.read(subject.run), subject).text;
			case 'compared': {
				const [first, second] = subject.runs;
				return comparedMarkdown(await this.read(first), await this.read(second), {
					id: vscode.env.language,
					t: vscode.l10n.t,
					engineText,
				});
			}
		}
	}

	dispose(): void {
		clearTimeout(this.timer);
		this.disposable.dispose();
		this.changed.dispose();
	}

	private read(runId: string): Promise<Run> {
		return readRun(runId, this.runs, this.shown);
	}

	private runChanged(): void {
		this.timer ??= setTimeout(() => {
			this.timer = undefined;
			if (this.shown.run !== undefined) {
				this.changed.fire(runUri(this.shown.run.id));
			}
		}, quietMs);
	}
}

/** With the name of its document: a commit is shown as a diff. */
function memoryText(
	run: Run,
	{ node, part: { call, part } }: MemoryText,
): { readonly name: string; readonly text: string } {
	const entry = workingMemoryOf(run, node).entries.find(each => each.call.id === call);
	if (entry === undefined) {
		throw new UserError('This result is not in the memory of the run shown any more.');
	}
	const { text = '' } = entry.call.answer ?? {};
	const { kind, name, start, end } = entry.parts[part ?? 0] ?? { kind: 'text', name: '', start: 0, end: text.length };
	const shown = part === undefined && entry.parts.length > 1 ? text : text.slice(start, end);
	return { name: kind === 'commit' ? `${name.slice(0, 10)}.diff` : `${entry.call.tool}.txt`, text: shown };
}

/** With the cost, if the settings have a price for the model. */
function textOfRun(run: Run): string {
	return runMarkdown(run, priceOf(modelsOf(run), readSettings()));
}

function reproducerOf(run: Run, id: string): Reproducer {
	const found = fixOf(run).reproducers.find(each => each.id === id);
	if (found === undefined) {
		throw new UserError('The run shown does not have this reproducer.');
	}
	return found;
}

/** Opens in the active editor group. */
async function open(uri: vscode.Uri): Promise<void> {
	await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
}

function runUri(run: string): vscode.Uri {
	return documentUri(run, { kind: 'run', run });
}

function documentUri(title: string, subject: Subject): vscode.Uri {
	return vscode.Uri.from({ scheme, path: `/${title}.md`, query: JSON.stringify(subject) });
}

/**
 * The exact text of one request to the model, or of all requests of a round, and the answers. Throws `UserError` for a
 * request that the run does not contain.
 */
export function sentMarkdown(run: Run, ref: SentRef): string {
	const node = run.nodes[ref.node];
	const requests = node?.requests.filter(({ id }) => ref.request === undefined || id === ref.request) ?? [];
	if (node === undefined || requests.length === 0) {
		throw new UserError('Nothing was sent to a model here.');
	}
	return [
		`# ${
			run.server === undefined
				? vscode.l10n.t('Sent to {0}', plainLine(run.engine))
				: vscode.l10n.t('Sent to {0} at {1}', plainLine(run.engine), plainLine(run.server))
		}`,
		vscode.l10n.t('Issue: {0}', plainLine(run.issue.title)),
		...requests.flatMap(request => requestText(run, node, request)),
	]
		.join('\n\n')
		.concat('\n');
}

/** `Request 2 of round 3`. */
function requestName(run: Run, node: RunNode, request: RunRequest): string {
	const number = node.requests.indexOf(request) + 1;
	const round = roundNumbers(run).get(node.id);
	return round === undefined
		? vscode.l10n.t('Request {0}', number)
		: vscode.l10n.t('Request {0} of round {1}', number, round);
}

function requestText(run: Run, node: RunNode, request: RunRequest): string[] {
	const { tools, form, answer, failures } = request;
	const messages = request.sent.flatMap(position => run.messages[position] ?? []);
	return [
		`## ${requestName(run, node, request)}: ${plainLine(engineText(request.purpose))}`,
		[
			vscode.l10n.t('Sent: {0}', new Date(request.askedAt).toLocaleString(vscode.env.language)),
			vscode.l10n.t('Tools offered: {0}', tools.length === 0 ? vscode.l10n.t('none') : tools.map(codeSpan).join(', ')),
			vscode.l10n.t('Form of the answer: {0}', forms[form]),
			...(answer === undefined ? [] : [vscode.l10n.t('Took: {0}', engineText(wholeUsageText(answer.usage)))]),
			...failures.map(({ message }) => vscode.l10n.t('Failed attempt: {0}', plainLine(engineText(message)))),
		]
			.map(line => `- ${line}`)
			.join('\n'),
		`### ${messages.length === 1 ? vscode.l10n.t('What was sent: 1 message') : vscode.l10n.t('What was sent: {0} messages', grouped(messages.length))}`,
		...messages.flatMap((message, at) => messageText(message, at + 1)),
		`### ${vscode.l10n.t('What came back')}`,
		...answerText(request),
	];
}

const forms: Readonly<Record<ReplyForm, string>> = {
	tools: vscode.l10n.t('native tool calls'),
	jsonSchema: vscode.l10n.t('JSON that follows a schema'),
	jsonObject: 'JSON',
	prose: vscode.l10n.t('prose'),
};

function messageText(message: ChatMessage, number: number): string[] {
	const to = message.role === 'tool' ? `, ${vscode.l10n.t('the answer to call {0}', plainLine(message.call))}` : '';
	const calls = message.role === 'assistant' ? (message.toolCalls ?? []) : [];
	return [`#### ${number}. ${message.role}${to}`, ...contentText(message.text, calls)];
}

function answerText({ answer }: RunRequest): string[] {
	if (answer === undefined) {
		return [vscode.l10n.t('No answer.')];
	}
	const cut = answer.finish === 'length' ? [vscode.l10n.t('The answer was cut off at a limit.')] : [];
	return [...contentText(answer.text, answer.toolCalls), ...cut];
}

function contentText(text: string, calls: readonly RequestedCall[]): string[] {
	const called = calls.map(
		call => `${vscode.l10n.t('Call {0}:', plainLine(call.id))}\n\n${fenced(`${call.name} ${call.arguments}`)}`,
	);
	return text === '' && called.length > 0 ? called : [fenced(text), ...called];
}
