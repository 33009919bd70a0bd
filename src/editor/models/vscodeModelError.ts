import * as vscode from 'vscode';
import { ModelError, type ModelErrorKind } from '../../core/ports';
import { vscodeServerLabel } from './vscodeServerLabel';

/** What providers write where VS Code has no code for it; the first that fits counts. */
const signs: readonly (readonly [ModelErrorKind, RegExp])[] = [
	['rateLimited', /rate.?limit|too many requests|\b429\b|try again in \d/i],
	['quota', /quota|insufficient|billing|payment|\bcredits?\b|premium requests|allowance|monthly limit|usage limit/i],
	['contextTooLong', /context.?(length|window)|too long|too many tokens|(token|prompt)\w* (limit|exceeds)|max_prompt/i],
	['unknownModel', /model.?not.?(supported|found)|unknown model|no such model/i],
	['refused', /unauthori[sz]ed|forbidden|permission|sign.?in|consent|\b40[13]\b/i],
	['timeout', /timed? ?out/i],
	['unreachable', /ENOTFOUND|ECONN|EAI_AGAIN|net::ERR|fetch failed|network|offline/i],
];

const codes: Readonly<Record<string, ModelErrorKind>> = {
	NoPermissions: 'refused',
	NotFound: 'unknownModel',
	// By VS Code's documentation: the limits of a quota are exceeded.
	Blocked: 'quota',
};

/** The error of a request to one of VS Code's models, as the port has it. A `ModelError` stays as it is. */
export function vscodeModelError(error: unknown, chat: Pick<vscode.LanguageModelChat, 'name' | 'vendor'>): ModelError {
	if (error instanceof ModelError) {
		return error;
	}
	const said = [...new Set(messagesOf(error))].join(': ');
	const kind = kindOf(error, said);
	const message = `${vscodeServerLabel(chat)}, ${chat.name}: ${advice[kind] ?? otherAdvice}${said === '' ? '' : ` It said: ${said}`}`;
	const seconds = /try again in (\d+(?:\.\d+)?) ?s/i.exec(said)?.[1];
	return new ModelError(kind, message, {
		cause: error,
		...(seconds !== undefined && { retryAfterMs: Number(seconds) * 1000 }),
	});
}

const otherAdvice = 'the request failed. Try again, or choose another model.';
const advice: Readonly<Partial<Record<ModelErrorKind, string>>> = {
	refused: 'not allowed for Faultline. Run again and allow it when VS Code asks, or choose another model.',
	unknownModel: 'this model is not to be had any more. Choose another model.',
	quota: 'the quota is used up. Choose another model, or the embedded localizer.',
	rateLimited: 'too many requests at once. Wait a moment, or choose another model.',
	contextTooLong: 'the conversation is too long for it. Choose a model that takes more.',
	unreachable: 'it cannot be reached. Look at the connection of this machine, or use the embedded localizer.',
	timeout: 'no answer in time. Try again, or choose another model.',
};

function kindOf(error: unknown, said: string): ModelErrorKind {
	// A cancel by the provider, or by the person in one of its dialogs; it loses its class on the way to us.
	if (error instanceof vscode.CancellationError || said === 'Canceled') {
		return 'refused';
	}
	const code = error instanceof vscode.LanguageModelError ? codes[error.code] : undefined;
	if (code === 'refused' || code === 'unknownModel') {
		return code;
	}
	return signs.find(([, sign]) => sign.test(said))?.[0] ?? code ?? 'serverError';
}

/** Providers wrap: what went wrong may stand in a cause. */
function messagesOf(error: unknown, depth = 0): string[] {
	if (!(error instanceof Error)) {
		return error === undefined ? [] : [String(error)];
	}
	return [error.message, ...(depth < 3 ? messagesOf(error.cause, depth + 1) : [])].filter(text => text !== '');
}
