import { type Schema, Validator } from 'jsonschema';
import type { RunEvent } from '../../../runs/pure/events/runEvent';
import { rootNode } from '../../../runs/pure/fold/run';
import { UserError } from '../../../system/pure/errors/userError';
import { fieldsOf } from '../../../system/pure/fields';
import schema from './runFile.schema.json';

/** Views become slow with more. */
const maxEvents = 200_000;

/**
 * The events of a log from elsewhere, if each has the form of its type and they make a tree. Throws `UserError`, which
 * names the first event that does not. `file`: its name, for messages.
 */
export function checkEvents(events: readonly unknown[], file: string): readonly RunEvent[] {
	if (events.length > maxEvents) {
		throw new UserError(`${file} has ${events.length} events; at most ${maxEvents} can be opened.`);
	}
	const forms = new EventForms();
	const opened = new Set([rootNode]);
	for (const [at, event] of events.entries()) {
		const problem = forms.problem(event) ?? misplaced(event as RunEvent, at, opened);
		if (problem !== undefined) {
			throw new UserError(`${file} is damaged: event ${at + 1} ${problem}. Choose the file as Faultline wrote it.`);
		}
	}
	return events as readonly RunEvent[];
}

/** Why an event does not follow the ones before it; opens its node. */
function misplaced(event: RunEvent, at: number, opened: Set<string>): string | undefined {
	const { type, node, seq } = event;
	if ((type === 'runStarted') !== (at === 0)) {
		return at === 0 ? 'is not the start of a run' : 'starts another run';
	}
	if (seq !== at + 1) {
		return `has the number ${seq}`;
	}
	if (type !== 'nodeOpened') {
		return opened.has(node) ? undefined : 'is of a node that was not opened';
	}
	if (opened.has(node) || !isPlainId(node)) {
		return 'opens a node again, or one without a proper id';
	}
	if (!opened.has(event.parent)) {
		return 'follows a node that was not opened';
	}
	opened.add(node);
	return undefined;
}

/** No name that an object has from the start. */
function isPlainId(id: string): boolean {
	return /^[A-Za-z0-9][\w.-]{0,100}$/.test(id) && !(id in {});
}

/** Of the schema, for references within it. */
const name = '/runFile';

/** The schema of run files by the type of the event: a message then names the problem with this type. */
class EventForms {
	private readonly validator = new Validator();
	private readonly byType: ReadonlyMap<string, Schema>;

	constructor() {
		const { definitions } = schema;
		this.validator.addSchema({ definitions } as unknown as Schema, name);
		const forms = definitions.RunEvent.anyOf.map(({ properties }, at) => {
			const { const: type } = fieldsOf(fieldsOf(properties).type);
			return [String(type), { $ref: `${name}#/definitions/RunEvent/anyOf/${at}` }] as const;
		});
		this.byType = new Map(forms);
	}

	problem(event: unknown): string | undefined {
		const { type, v } = fieldsOf(event);
		const form = this.byType.get(String(type));
		if (form === undefined || v !== 2) {
			return 'is of no type that this version of Faultline knows';
		}
		const { errors } = this.validator.validate(event, form, { nestedErrors: true });
		const [first] = errors;
		return (
			first && `(${String(type)}) does not have its form: ${first.property.replace('instance.', '')} ${first.message}`
		);
	}
}
