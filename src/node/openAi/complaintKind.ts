import type { ModelErrorKind } from '../../core/ports';
import type { ServerComplaint } from './serverComplaint';
import wordings from './serverWordings.json';

/** What was in the request, which tells what a complaint can be about. */
export interface AskedFor {
	readonly model: string;
	/** Tools or a form of answer were asked for. */
	readonly form: boolean;
}

/** What kind of failure a complaint means. */
export function complaintKind(complaint: ServerComplaint, asked: AskedFor): ModelErrorKind {
	const { status = 0, text } = complaint;
	return (
		kindByText(complaint, asked) ??
		byStatus.find(([statuses]) => statuses.includes(status))?.[1] ??
		(status >= 400 && status < 500 ? 'unsupported' : says('rateLimited', text) ? 'rateLimited' : 'serverError')
	);
}

const byStatus: readonly [statuses: readonly number[], kind: ModelErrorKind][] = [
	[[401, 403, 407], 'refused'],
	[[402], 'quota'],
	[[404], 'unknownModel'],
	[[408], 'timeout'],
	[[413], 'contextTooLong'],
	[[409, 425, 429], 'rateLimited'],
];

function kindByText({ status = 0, text, retryAfterMs }: ServerComplaint, asked: AskedFor): ModelErrorKind | undefined {
	if (/insufficient_quota/i.test(text) || (retryAfterMs === undefined && says('quota', text))) {
		return 'quota';
	}
	if (status === 429 || status === 401) {
		return undefined;
	}
	if (says('contextTooLong', text)) {
		return 'contextTooLong';
	}
	// A model may be named after what it can do.
	if (asked.form && canBeAboutForm(status, text) && says('unsupported', text.replaceAll(asked.model, ''))) {
		return 'unsupported';
	}
	return says('unknownModel', text) ? 'unknownModel' : undefined;
}

/** Whether a text has the wording that some server is known to use; they are kept as data. */
function says(kind: keyof typeof wordings, text: string): boolean {
	return wordings[kind].some(wording => new RegExp(wording, 'i').test(text));
}

/** A server that fails while it handles a tool call is broken, one that says what it lacks is not. */
function canBeAboutForm(status: number, text: string): boolean {
	return status < 500 ? status !== 403 : /support|requires?\b|--jinja/i.test(text);
}
