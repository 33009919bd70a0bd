import type { Cap } from '../../runs/pure/events/runEvent';
import { allCaps } from '../../runs/pure/fold/spent';
import {
	type Action,
	actions,
	type FromWebview,
	type MemoryDecision,
	type PatchAction,
	patchActions,
	protocolVersion,
	type ToWebview,
} from './messages';

type Fields = Readonly<Record<string, unknown>>;
type Check = (fields: Fields) => boolean;

/** The message, or undefined if `data` is not one: other windows and extensions may post anything. */
export function readToWebview(data: unknown): ToWebview | undefined {
	return isMessage(data, toWebview) ? (data as unknown as ToWebview) : undefined;
}

/** As `readToWebview`, for the host. Text and places stay untrusted: their users check them. */
export function readFromWebview(data: unknown): FromWebview | undefined {
	return isMessage(data, fromWebview) ? (data as unknown as FromWebview) : undefined;
}

const toWebview: Readonly<Record<ToWebview['type'], Check>> = {
	snapshot: m =>
		(m.run === undefined || isRun(m.run)) &&
		isList(m.clipped, isCallRef) &&
		isSession(m.session) &&
		isStatus(m.status) &&
		isDetail(m.detail) &&
		isCount(m.maxLocations) &&
		isLimits(m.limits) &&
		isModelInUse(m.model) &&
		isList(m.patches, isPatch) &&
		typeof m.isTrusted === 'boolean' &&
		isLines(m.lines) &&
		(m.failedCommand === undefined || isText(m.failedCommand)) &&
		(m.replay === undefined || isReplay(m.replay)),
	events: m => isList(m.events, isEvent) && isList(m.clipped, isCallRef),
	session: m => isSession(m.session),
	status: m => isStatus(m.status),
	detail: m => isDetail(m.detail),
	patches: m => isList(m.patches, isPatch),
	answer: m => isCallRef(m) && isText(m.text) && isList(m.places, isPlace),
	found: m =>
		isText(m.text) && Number.isSafeInteger(m.nBefore) && isList(m.nodes, isText) && typeof m.isLast === 'boolean',
	lines: m => isLines(m.lines),
	streamed: m => isText(m.node) && isText(m.text),
	reveal: m => isFields(m.target) && isText(m.target.id) && isOneOf(['node', 'location'], m.target.kind),
	compose: m => m.draft === undefined || isText(m.draft),
	issueRefused: m => isText(m.message),
	askFeedback: m => isText(m.round),
	feedbackRefused: m => isText(m.message),
};

const fromWebview: Readonly<Record<FromWebview['type'], Check>> = {
	ready: () => true,
	resync: () => true,
	locate: m => isText(m.text),
	openPlace: m => isPlace(m.place),
	openFrame: m => Number.isSafeInteger(m.traceback) && Number.isSafeInteger(m.fromInnermost),
	openLocation: m => isText(m.location),
	dismiss: m => isText(m.location),
	restore: m => isText(m.location),
	openReproducer: m => isText(m.reproducer),
	readAnswer: isCallRef,
	find: m => isText(m.text),
	showSent: m => isText(m.node) && (m.request === undefined || isText(m.request)),
	agree: m => isText(m.text) && typeof m.forServer === 'boolean',
	raiseCap: m => isOneOf<Cap>(allCaps, m.cap),
	decideCap: m => typeof m.raise === 'boolean',
	giveFeedback: m => isText(m.round) && isText(m.text),
	actOnPatch: m => isText(m.patch) && isOneOf<PatchAction>(patchActions, m.action),
	openPatchFile: m => isText(m.patch) && isText(m.path),
	openEvidence: m => isText(m.patch) && isText(m.label),
	changeMemory: isMemoryDecision,
	openMemory: m => isText(m.node) && isMemoryRef(m.part),
	setDetail: m => isDetail(m.detail),
	replay: m => m.to === 'close' || Number.isSafeInteger(m.to),
	cure: m => Number.isSafeInteger(m.at),
	act: m => isOneOf<Action>(actions, m.action),
};

function isMessage(data: unknown, checks: Readonly<Record<string, Check>>): data is Fields {
	if (!isFields(data) || data.v !== protocolVersion || !isText(data.type) || !Object.hasOwn(checks, data.type)) {
		return false;
	}
	return checks[data.type]?.(data) === true;
}

/** Only as deep as the fold needs: the host made the run, and both ends share its model. */
function isRun(value: unknown): boolean {
	return (
		isFields(value) &&
		isText(value.id) &&
		typeof value.lastSeq === 'number' &&
		isFields(value.nodes) &&
		Object.values(value.nodes).every(isFields) &&
		isFields(value.selected)
	);
}

function isEvent(value: unknown): boolean {
	return isFields(value) && typeof value.seq === 'number' && isText(value.type) && isText(value.node);
}

function isSession(value: unknown): boolean {
	return (
		isFields(value) &&
		[value.live, value.resumable, value.pausing].every(flag => typeof flag === 'boolean') &&
		(value.waitMs === undefined || typeof value.waitMs === 'number') &&
		(value.agreement === undefined || isOneOf(['choice', 'preset'], value.agreement)) &&
		(value.retry === undefined || isRetry(value.retry))
	);
}

function isReplay(value: unknown): boolean {
	return (
		isFields(value) &&
		Number.isSafeInteger(value.at) &&
		Number.isSafeInteger(value.nMoments) &&
		isText(value.label) &&
		(value.file === undefined || isText(value.file))
	);
}

function isRetry(value: unknown): boolean {
	return isFields(value) && isText(value.reason) && typeof value.inMs === 'number';
}

function isLimits(value: unknown): boolean {
	return (
		isFields(value) &&
		isCount(value.maxRounds) &&
		(value.nTrajectories === undefined || isCount(value.nTrajectories)) &&
		(value.nextStrategy === undefined || isText(value.nextStrategy)) &&
		isAmounts(value.caps) &&
		isPrice(value.price)
	);
}

function isModelInUse(value: unknown): boolean {
	return isFields(value) && isText(value.label) && (value.recipient === undefined || isText(value.recipient));
}

function isPatch(value: unknown): boolean {
	return (
		isFields(value) &&
		[value.id, value.state, value.changes].every(isText) &&
		isCount(value.number) &&
		isFields(value.verdict) &&
		isList(value.reasons, isText) &&
		isList(value.evidence, isFields) &&
		isList(value.files, isFields)
	);
}

function isPrice(value: unknown): boolean {
	return value === undefined || (isAmounts(value) && isFields(value) && 'input' in value && 'output' in value);
}

function isAmounts(value: unknown): boolean {
	return isFields(value) && Object.values(value).every(amount => typeof amount === 'number' && amount >= 0);
}

const states = ['noFolder', 'idle', 'building', 'ready', 'noCode', 'failed'];

function isStatus(value: unknown): boolean {
	return isFields(value) && isOneOf(states, value.state) && (value.reason === undefined || isText(value.reason));
}

function isDetail(value: unknown): boolean {
	return isOneOf(['simple', 'full'], value);
}

/** Also of a command that the view's menu calls. */
export function isMemoryDecision(value: unknown): value is MemoryDecision {
	return (
		isFields(value) &&
		isText(value.node) &&
		isOneOf(['closed', 'opened', 'pinned', 'unpinned'], value.change) &&
		isMemoryRef(value.part)
	);
}

function isMemoryRef(value: unknown): boolean {
	return isFields(value) && isText(value.call) && (value.part === undefined || Number.isSafeInteger(value.part));
}

function isCallRef(value: unknown): boolean {
	return isFields(value) && isText(value.node) && isText(value.call);
}

function isLines(value: unknown): boolean {
	return isFields(value) && Object.values(value).every(isLineRange);
}

function isLineRange(value: unknown): boolean {
	return isFields(value) && isCount(value.startLine) && isCount(value.endLine);
}

function isPlace(value: unknown): boolean {
	return isLineRange(value) && isFields(value) && isText(value.file);
}

function isCount(value: unknown): boolean {
	return Number.isSafeInteger(value) && Number(value) >= 1;
}

function isOneOf<T extends string>(allowed: readonly T[], value: unknown): value is T {
	return (allowed as readonly unknown[]).includes(value);
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
	return Array.isArray(value) && value.every(isItem);
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}

function isFields(value: unknown): value is Fields {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
