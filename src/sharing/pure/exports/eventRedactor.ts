import { agreedIssue, issueAsSent } from '../../../outgoing/pure/gate/issueAsSent';
import { OutgoingGate } from '../../../outgoing/pure/gate/outgoingGate';
import { isDelivery } from '../../../runs/pure/events/delivery';
import type { RunEvent } from '../../../runs/pure/events/runEvent';
import type { Run } from '../../../runs/pure/fold/run';
import type { BugLocation } from '../../../runs/pure/model/location';
import type { Patch } from '../../../runs/pure/model/patch';
import { excerptFiles } from '../importing/excerptFiles';
import { eventOfPatch, withoutPatches } from './patchEvents';
import type { RedactedTexts } from './redactedTexts';

type EventOf<Type extends RunEvent['type']> = Extract<RunEvent, { type: Type }>;

/** Redacts the events of one run, in their order. */
export class EventRedactor {
	/** Lines that the user removed from the issue before it was sent. */
	private readonly removedLines: ReadonlySet<string>;
	/** The issue that was sent, on one line; undefined if the user did not edit it. */
	private readonly agreed: string | undefined;
	private isEdited = false;

	constructor(
		private readonly run: Run,
		private readonly texts: RedactedTexts,
		private readonly hiddenPatches: ReadonlySet<string>,
	) {
		const isEdited = run.brief?.edited !== undefined;
		this.agreed = isEdited ? inOneLine(issueAsSent(run)) : undefined;
		const { title, body } = run.issue;
		const lines = [title, ...body.split('\n')].map(inOneLine).filter(line => line.length >= shortestLine);
		this.removedLines = new Set(this.agreed === undefined ? [] : lines.filter(line => !this.agreed?.includes(line)));
	}

	/** Undefined: the event is left out. It keeps the number of the given event. */
	redact({ step: _step, ...event }: RunEvent): RunEvent | undefined {
		const patch = eventOfPatch(event as RunEvent);
		if (patch !== undefined && this.hiddenPatches.has(patch)) {
			if (event.type === 'patchWritten') {
				this.texts.leaveOut('patch that changes a hidden file', 'patches');
			}
			return undefined;
		}
		const known = this.withoutUnshared(withoutPatches(event as RunEvent, this.hiddenPatches));
		return known === undefined ? undefined : this.cleanEvent(known);
	}

	/** Without content that is never shared. */
	private withoutUnshared(event: RunEvent): RunEvent | undefined {
		switch (event.type) {
			case 'stepped':
				return undefined;
			case 'runStarted':
				return this.agreed === undefined
					? event
					: { ...event, issue: agreedIssue(event.issue, this.run.brief?.edited, new OutgoingGate()) };
			case 'briefMade':
				this.isEdited ||= event.brief.edited !== undefined;
				return this.agreed !== undefined && event.brief.edited === undefined ? undefined : event;
			case 'patchWriteStarted': {
				const { before: _before, after: _after, ...write } = event;
				return this.run.decisions.unfinished.some(each => each.write === event.write) ? undefined : write;
			}
			case 'patchWritten':
				return { ...event, patch: this.excerpt(event.patch) };
			case 'toolAnswered':
				return this.visibleAnswer(event);
			case 'locationsNamed':
				return this.visibleLocations(event);
			case 'spectrumMeasured':
				return this.visibleSpectrum(event);
			case 'culpritFound':
				return this.visibleCulprit(event);
			default:
				return event;
		}
	}

	/** Keeps only the part of whole files that the diff shows. */
	private excerpt(patch: Patch): Patch {
		const diff = this.texts.cleanDiff(patch.diff, 'patches');
		if (patch.isExcerpt !== true) {
			this.texts.leaveOut('whole files around a patch', 'patches');
		}
		return { ...patch, diff, files: excerptFiles(diff).files, isExcerpt: true };
	}

	private visibleAnswer(event: EventOf<'toolAnswered'>): EventOf<'toolAnswered'> {
		const { places, parts, ...answer } = event;
		const visible = places.filter(({ file }) => !this.texts.hides(file));
		const text = this.texts.cleanCode(event.text, 'answers of tools');
		const isWhole = text === event.text;
		return { ...answer, text, places: visible, ...(parts !== undefined && isWhole && { parts }) };
	}

	private visibleLocations(event: EventOf<'locationsNamed'>): EventOf<'locationsNamed'> {
		const { ranking } = event;
		const locations = event.locations.filter(({ file }) => !this.texts.hides(file));
		for (let n = locations.length; n < event.locations.length; n++) {
			this.texts.leaveOut('location in a hidden file', 'locations');
		}
		const isVisible = (name: string) => !this.texts.hides(name.split(':', 1)[0] ?? '');
		return {
			...event,
			locations: locations.map(each => this.visibleLocation(each)),
			ranking: {
				files: ranking.files.filter(isVisible),
				modules: ranking.modules.filter(isVisible),
				functions: ranking.functions.filter(isVisible),
			},
		};
	}

	private visibleLocation(location: BugLocation): BugLocation {
		const isVisible = ({ text, codeLine }: BugLocation['evidence'][number]) =>
			!this.texts.namesHidden(text) && !this.texts.hides(codeLine?.file ?? '');
		const evidence = location.evidence.filter(isVisible);
		const { contributions } = location;
		const shown = contributions?.filter(({ codeLine }) => !this.texts.hides(codeLine?.file ?? ''));
		const visible = { ...location, evidence, ...(shown !== undefined && { contributions: shown }) };
		return this.agreed === undefined || this.isEdited ? visible : this.withoutQuotes(visible);
	}

	/** A location from before the user edited the issue, without quotations that the edited one does not contain. */
	private withoutQuotes({ fromIssue, ...location }: BugLocation): BugLocation {
		const isAgreed = (quoted: string) => this.agreed?.includes(inOneLine(quoted)) === true;
		return {
			...location,
			intendedBehavior: isAgreed(location.intendedBehavior) ? location.intendedBehavior : '',
			...(fromIssue !== undefined && isAgreed(fromIssue) && { fromIssue }),
			evidence: location.evidence.map(({ issueLine: _issueLine, ...evidence }) => evidence),
		};
	}

	private visibleSpectrum(event: EventOf<'spectrumMeasured'>): EventOf<'spectrumMeasured'> {
		const { suspects, passing, traced, ...spectrum } = event.spectrum;
		const isVisible = ({ file }: { readonly file: string }) => !this.texts.hides(file);
		const shown = {
			...{ ...spectrum, suspects: suspects.filter(isVisible) },
			...(traced !== undefined && { traced: traced.filter(isVisible) }),
		};
		return {
			...event,
			spectrum:
				passing === undefined ? shown : { ...shown, passing: { ...passing, lines: passing.lines.filter(isVisible) } },
		};
	}

	private visibleCulprit(event: EventOf<'culpritFound'>): EventOf<'culpritFound'> {
		const lines = event.culprit.lines.filter(({ file }) => !this.texts.hides(file));
		for (let n = lines.length; n < event.culprit.lines.length; n++) {
			this.texts.leaveOut('line of a hidden file', 'commits');
		}
		return { ...event, culprit: { ...event.culprit, lines } };
	}

	private cleanEvent(event: RunEvent): RunEvent {
		const where = partOf(event.type);
		const clean = (text: string, key: string): string => {
			if (isHash(event, key)) {
				return text;
			}
			const kept = event.type === 'toolAnswered' ? text : this.withoutRemovedLines(text, where);
			return codeKeys.has(key) && codeEvents.has(event.type)
				? this.texts.cleanCode(kept, where)
				: this.texts.clean(kept, where);
		};
		return cleaned(event, '', clean) as RunEvent;
	}

	private withoutRemovedLines(text: string, where: string): string {
		if (this.removedLines.size === 0 || text.length < shortestLine) {
			return text;
		}
		const lines = text.split('\n').map(line => {
			const isRemoved = this.removedLines.has(inOneLine(line));
			if (isRemoved) {
				this.texts.leaveOut('line that you removed from the issue', where);
			}
			return isRemoved ? '[left out: removed from the issue]' : line;
		});
		return lines.join('\n');
	}
}

/** A shorter line says nothing by itself, and may be anywhere. */
const shortestLine = 12;

/** Whether the text under a key is a hash, which refers to something and must stay as it is. */
function isHash(event: RunEvent, key: string): boolean {
	return (
		(event.type === 'modelAsked' && key === 'sent') ||
		(event.type === 'culpritFound' && key === 'commit') ||
		(isDelivery(event) && ['commit', 'base', 'tree'].includes(key)) ||
		(executedEvents.has(event.type) && ['commit', 'sha256', 'tree'].includes(key))
	);
}

/** The events that name files by their digests. */
const executedEvents: ReadonlySet<RunEvent['type']> = new Set([
	...(['treeRecorded', 'reproducerRan', 'validationRan', 'crashChecked'] as const),
]);

/** Texts that may quote a file, by the key of the text and the event that has it. */
const codeKeys: ReadonlySet<string> = new Set(['text', 'stdout', 'stderr', 'output', 'arguments', 'diff', 'remark']);
const codeEvents: ReadonlySet<RunEvent['type']> = new Set([
	...(['modelAsked', 'modelAnswered', 'reproducerWritten', 'reproducerRan', 'validationRan', 'crashChecked'] as const),
	...(['patchEvaluated', 'toolAnswered', 'patchReviewed', 'culpritFound'] as const),
]);

/** A copy whose texts are cleaned; `key` is the key of the nearest object around each. */
function cleaned(value: unknown, key: string, clean: (text: string, key: string) => string): unknown {
	if (typeof value === 'string') {
		return clean(value, key);
	}
	if (Array.isArray(value)) {
		return value.map(each => cleaned(each, key, clean));
	}
	return typeof value === 'object' && value !== null
		? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cleaned(each, name, clean)]))
		: value;
}

/** The part of the run that an event is about, for users. */
function partOf(type: RunEvent['type']): string {
	switch (type) {
		case 'runStarted':
		case 'briefMade':
		case 'runRenamed':
		case 'paused':
			return 'issue';
		case 'toolCalled':
		case 'toolAnswered':
			return 'answers of tools';
		case 'modelAsked':
		case 'modelAnswered':
		case 'modelFailed':
			return 'requests to the model';
		case 'reasoned':
		case 'noteTaken':
		case 'candidatesCompared':
			return 'reasoning';
		case 'locationsNamed':
			return 'locations';
		case 'reproducerWritten':
		case 'reproducerRan':
			return 'reproducers';
		case 'patchWritten':
		case 'patchReviewed':
		case 'patchEvaluated':
		case 'patchesRanked':
			return 'patches';
		case 'validationRan':
		case 'crashChecked':
		case 'testsRan':
		case 'hunksJudged':
		case 'spectrumMeasured':
			return 'tests';
		case 'culpritFound':
			return 'commits';
		default:
			return 'other parts';
	}
}

function inOneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}
