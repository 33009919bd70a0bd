import * as vscode from 'vscode';
import type { ShownAnswer } from '../../localizer/pure/regions/regionText';
import { ModelError } from '../../models/pure/modelError';
import { OutgoingGate } from '../../outgoing/pure/gate/outgoingGate';
import type { Run } from '../../runs/pure/fold/run';
import type { BugLocation } from '../../runs/pure/model/location';
import { placeName, placeText } from '../../runs/pure/model/placeText';
import { Disposals } from '../../system/pure/disposing/disposals';
import { errorText } from '../../system/pure/errors/errorText';
import { UserError } from '../../system/pure/errors/userError';
import type { ChatSessions } from '../chats/chatSessions';
import type { RunCaller } from '../currentRun/runCaller';
import { plainMessage } from '../display';
import { engineText } from '../engineText';
import { readIssueText } from '../locate/readSource';
import type { Services } from '../services';
import { isCancel } from '../showError';
import { visibleCode } from '../tools/toolContext';
import { ChatAnswer } from './chatAnswer';

interface ChatDeps extends Pick<Services, 'controller' | 'shown' | 'models' | 'index' | 'extension' | 'log'> {
	readonly chats: ChatSessions;
}

/**
 * Answers `@faultline`: `/locate` (also without a command), `/fix` and `/explain`, each with the run that the views
 * show. A run asks the user the same questions as without a chat.
 */
export function chatHandler(deps: ChatDeps): vscode.ChatRequestHandler {
	return async (request, { history }, stream, token) => {
		const answer = new ChatAnswer(stream);
		const listening = token.onCancellationRequested(() => deps.controller.cancel());
		const begun = deps.chats.begin(request.toolInvocationToken, history.length === 0);
		try {
			return await answered(deps, request, answer);
		} catch (error) {
			return isCancel(error) ? {} : failed(deps, error, answer);
		} finally {
			listening.dispose();
			await begun;
		}
	};
}

function failed({ log }: ChatDeps, error: unknown, answer: ChatAnswer): vscode.ChatResult {
	log.error(errorText(error), error);
	const isKnown = error instanceof UserError || error instanceof ModelError;
	answer.cures(isKnown ? error.cures : []);
	const message = isKnown
		? engineText(error.message)
		: vscode.l10n.t('Internal error in Faultline: {0}', errorText(error));
	return { errorDetails: { message: plainMessage(message) } };
}

function answered(deps: ChatDeps, request: vscode.ChatRequest, answer: ChatAnswer): Promise<vscode.ChatResult> {
	switch (request.command) {
		case 'fix':
			return fix(deps, request, answer);
		case 'explain':
			return explain(deps, request, answer);
		default:
			return locate(deps, request, answer);
	}
}

async function locate(deps: ChatDeps, request: vscode.ChatRequest, answer: ChatAnswer): Promise<vscode.ChatResult> {
	if (request.prompt.trim() === '') {
		throw new UserError('Describe the bug after /locate: what goes wrong, with the error message or stack trace.');
	}
	const run = await locatedBy(deps, request, answer);
	return run === undefined ? {} : resultOf(run);
}

/** Locates as the command does, and shows the locations. Without a chosen model, nothing is sent to the chat's either. */
async function locatedBy(deps: ChatDeps, request: vscode.ChatRequest, answer: ChatAnswer): Promise<Run | undefined> {
	const { issue, notice } = await readIssueText(deps, request.prompt, { kind: 'text', ref: 'chat' });
	if (notice !== undefined) {
		answer.text(notice);
	}
	const usesModel = deps.models.choice.kind !== 'embedded';
	const caller = usesModel ? withModel(deps, request, answer) : { onEvent: answer.onEvent };
	const run = ended(await deps.controller.start(issue, caller));
	if (run !== undefined) {
		answer.regions(run, await regionsOf(deps, run, request));
		answer.showRun(run);
	}
	return run;
}

/** What a model may see: VS Code may give the answers of a chat to any. */
async function regionsOf({ index, chats }: ChatDeps, run: Run, request: vscode.ChatRequest): Promise<ShownAnswer> {
	const [{ locatedCode }, { cleanData }] = await Promise.all([
		import('../../mcp/locatedAnswer'),
		import('../../mcp/callPublicTool'),
	]);
	using uses = new Disposals();
	const { signal } = new AbortController();
	const code = visibleCode({ index }, { uses, signal, onProgress: () => undefined });
	const { shown } = await locatedCode(run, { ...code, shown: chats.shownTo('user', request.toolInvocationToken) });
	return cleanData(shown, new OutgoingGate());
}

async function fix(deps: ChatDeps, request: vscode.ChatRequest, answer: ChatAnswer): Promise<vscode.ChatResult> {
	const isNew = request.prompt.trim() !== '';
	const located = isNew ? await locatedBy(deps, request, answer) : deps.shown.run;
	if (isNew && (located === undefined || located.selected.locations.length === 0)) {
		return {};
	}
	const run = ended(await deps.controller.fix(withModel(deps, request, answer)));
	if (run === undefined) {
		return {};
	}
	answer.patches(run);
	answer.showRun(run);
	return resultOf(run);
}

async function explain(deps: ChatDeps, request: vscode.ChatRequest, answer: ChatAnswer): Promise<vscode.ChatResult> {
	const { run } = deps.shown;
	if (run === undefined || run.selected.locations.length === 0) {
		throw new UserError('There is nothing to explain yet. Locate a bug first, with /locate.');
	}
	const { location, question } = chosenLocation(request.prompt, run);
	const text = await deps.controller.explain({ id: location.id, question }, withModel(deps, request, answer));
	if (text !== undefined) {
		answer.anchor(location, `${placeName(location)} (${placeText(location)})`);
		answer.ofModel(`\n\n${text}`);
		answer.showRun(run);
	}
	return {};
}

/**
 * The location that a prompt is about, and the question about it: `2 why this one?` or `total why?` by its number or
 * its name at the beginning, else the first one. Throws `UserError` for a number without a location.
 */
function chosenLocation(
	prompt: string,
	{ selected: { locations } }: Pick<Run, 'selected'>,
): { readonly location: BugLocation; readonly question: string } {
	const [, word = '', rest = ''] = /^\s*#?(\S*)\s*([\s\S]*)$/.exec(prompt) ?? [];
	const named = locations.find(each => [placeName(each), each.method, each.file].includes(word));
	const numbered = /^\d+$/.test(word) ? locations[Number(word) - 1] : undefined;
	const location = numbered ?? named ?? locations[0];
	if (location === undefined || (/^\d+$/.test(word) && numbered === undefined)) {
		throw new UserError(`There is no location ${word}: the run has ${locations.length}.`);
	}
	return { location, question: (numbered ?? named) === undefined ? prompt.trim() : rest.trim() };
}

/** Work for the chat's own model. */
function withModel({ models }: ChatDeps, { model }: vscode.ChatRequest, { onEvent }: ChatAnswer): RunCaller {
	return { model: models.ofChat(model), onEvent };
}

/** Throws the error that ended a failed run. */
function ended(run: Run | undefined): Run | undefined {
	if (run?.state === 'failed' && run.selected.locations.length === 0) {
		throw new UserError(run.message ?? 'The run failed.', { cures: run.cures ?? [] });
	}
	return run?.state === 'cancelled' ? undefined : run;
}

/** With the user's likely next steps. */
function resultOf(run: Run): vscode.ChatResult {
	const [first] = run.selected.locations;
	const followups: vscode.ChatFollowup[] =
		first === undefined
			? []
			: [
					{ prompt: '1', command: 'explain', label: vscode.l10n.t('Explain the first location') },
					...(run.goal === 'fix' ? [] : [{ prompt: '', command: 'fix', label: vscode.l10n.t('Write a patch') }]),
				];
	return { metadata: { followups } };
}
