import { type Fields, fieldsOf, isRecord } from '../../../../system/pure/fields';
import { eventThread, readFrames, type StackFrames } from './eventFrames';

/** An event is at most so deep in the JSON that contains it: in a list, in the message of a webhook. */
const depth = 4;
/** Lines of an envelope that are looked at. */
const envelopeLines = 60;
const limits = { errors: 20, breadcrumbs: 30, line: 400 };

/**
 * The text of an issue for an error event of an error tracker, in Sentry's format; undefined for any other text. Errors
 * that caused others, frames, and what happened before are in the order and the words of a program's output. Source:
 * https://develop.sentry.dev/sdk/data-model/event-payloads/
 */
export function eventText(text: string): string | undefined {
	const event = readEvent(text);
	return event && textOf(event);
}

function readEvent(text: string): Fields | undefined {
	const start = text.trimStart();
	if (!/^[[{]/.test(start)) {
		return undefined;
	}
	const whole = parsed(start);
	const values = whole === undefined ? start.split('\n', envelopeLines).map(parsed) : [whole];
	return values.map(value => eventIn(value, depth)).find(event => event !== undefined);
}

function parsed(text: string): unknown {
	if (!/^\s*[[{]/.test(text)) {
		return undefined;
	}
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function eventIn(value: unknown, left: number): Fields | undefined {
	if (isEvent(value)) {
		return value;
	}
	const inner = Array.isArray(value)
		? value.slice(0, 1)
		: isRecord(value)
			? [value.event, value.data, value.error]
			: [];
	return left === 0 ? undefined : inner.map(each => eventIn(each, left - 1)).find(event => event !== undefined);
}

function isEvent(value: unknown): value is Fields {
	if (!isRecord(value)) {
		return false;
	}
	const isIdentified = [value.event_id, value.eventID].some(id => typeof id === 'string');
	const hasStack = [value.stacktrace, value.threads, value.logentry].some(isRecord);
	return (
		valuesOf(part(value, 'exception')).some(each => isRecord(each) && (each.type ?? each.value) !== undefined) ||
		(isIdentified && (hasStack || typeof value.message === 'string'))
	);
}

/** A part of an event: a field of it, or an entry with that type in the form that the service itself answers with. */
function part(event: Fields, name: string): unknown {
	const entries = Array.isArray(event.entries) ? event.entries : [];
	const entry = entries.find(each => fieldsOf(each).type === name);
	return event[name] ?? fieldsOf(entry).data;
}

function valuesOf(value: unknown): readonly unknown[] {
	const values = Array.isArray(value) ? value : fieldsOf(value).values;
	return Array.isArray(values) ? values : isRecord(value) && value.type !== undefined ? [value] : [];
}

interface ReportedError {
	readonly title: string;
	readonly frames: StackFrames | undefined;
}

function textOf(event: Fields): string {
	const errors = errorsOf(event);
	const isAnyOwn = errors.some(({ frames }) => frames?.frames.some(({ isOwn }) => isOwn === true));
	const left = errors.reduce((sum, { frames }) => sum + (frames?.frames.filter(isForeign).length ?? 0), 0);
	const message = messageOf(event);
	const stacks = errors.map(({ title, frames }, at) => {
		const shown = frames?.frames.filter(frame => !isAnyOwn || !isForeign(frame)) ?? [];
		return [`${at === 0 ? '' : 'Caused by: '}${title}`, ...shown.map(({ text }) => `    at ${text}`)].join('\n');
	});
	const isNew = message !== undefined && !errors.some(({ title }) => title.includes(message));
	return [
		stacks.length === 0 && message !== undefined ? message : stacks.join('\n'),
		...(isNew && stacks.length > 0 ? [message] : []),
		...(isAnyOwn && left > 0 ? [`<!-- ${left} frames of libraries are left out. -->`] : []),
		...context(event),
	].join('\n\n');
}

function isForeign({ isOwn }: StackFrames['frames'][number]): boolean {
	return isOwn === false;
}

/** The error that was reported first, then those that caused it, which an event has before it. */
function errorsOf(event: Fields): readonly ReportedError[] {
	const exceptions = valuesOf(part(event, 'exception')).slice(-limits.errors).filter(isRecord).toReversed();
	const platform = textField(event, 'platform');
	const found = exceptions.map(error => ({ title: titleOf(error), frames: readFrames(error, platform) }));
	const hasFrames = found.some(({ frames }) => frames !== undefined);
	const thread = hasFrames ? undefined : eventThread(valuesOf(part(event, 'threads')), event, platform);
	if (thread === undefined) {
		return found;
	}
	const [first, ...others] = found;
	return [{ title: first?.title ?? messageOf(event) ?? 'Error', frames: thread }, ...others];
}

function titleOf(error: Fields): string {
	const [type, value] = [textField(error, 'type'), textField(error, 'value')];
	return [type, value].filter(text => text !== undefined && text !== '').join(': ') || 'Error';
}

function messageOf(event: Fields): string | undefined {
	const entry = fieldsOf(part(event, 'logentry') ?? part(event, 'message'));
	const texts = [textField(entry, 'formatted'), textField(entry, 'message'), textField(event, 'message')];
	return texts.find(text => text !== undefined && text.trim() !== '')?.trim();
}

/** The machine and the breadcrumbs: no evidence, as they name code that works as well. */
function context(event: Fields): string[] {
	const fields = ['level', 'platform', 'release', 'environment', 'transaction'].flatMap(name => {
		const value = textField(event, name);
		return value === undefined || value === '' ? [] : [`${name}: ${oneLine(value)}`];
	});
	const crumbs = valuesOf(part(event, 'breadcrumbs')).slice(-limits.breadcrumbs).filter(isRecord).map(breadcrumb);
	const lines = [...fields, ...(crumbs.length > 0 ? ['Breadcrumbs, the newest last:', ...crumbs] : [])];
	return lines.length === 0 ? [] : [['### Environment', '', ...lines].join('\n')];
}

function breadcrumb(crumb: Fields): string {
	const data = Object.entries(fieldsOf(crumb.data)).filter(([, value]) => ['string', 'number'].includes(typeof value));
	const words = [
		textField(crumb, 'category') ?? textField(crumb, 'type'),
		textField(crumb, 'message'),
		...data.map(([name, value]) => `${name}=${String(value)}`),
	];
	return `- ${oneLine(words.filter(word => word !== undefined && word !== '').join(' '))}`;
}

function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').slice(0, limits.line);
}

function textField(fields: Fields, name: string): string | undefined {
	const value = fields[name];
	return typeof value === 'string' ? value : undefined;
}
