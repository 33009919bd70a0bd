import type { RunCall, RunNode } from '../../runs/pure/fold/runNode';
import type { FoundPlace } from '../../runs/pure/model/foundPlace';
import { placeName, placeText } from '../../runs/pure/model/placeText';
import { shortened } from '../../runs/pure/model/shortened';
import { counted } from '../../system/pure/text/counted';
import { engineText, t } from '../language';
import type { CallRef } from '../protocol/messages';
import { type Item, leaf } from './item';
import type { CallRow } from './rowContent';
import { rowIds } from './rowIds';
import type { RunView } from './runView';

/** One tool call with the places found and, in full detail, the answer as a model reads it. */
export function callItem(view: RunView, node: RunNode, call: RunCall): Item {
	const ref = { node: node.id, call: call.id };
	const signature = callSignature(call);
	const state = callState(view, call);
	const outcome = outcomeText(view, ref, call, state);
	return {
		id: rowIds.call(ref),
		label: `${signature}, ${outcome}`,
		content: { kind: 'call', signature, state, outcome, ref, clipped: isCut(view, ref) },
		startsOpen: view.detail === 'full',
		children: call.answer === undefined ? [] : answerItems(view, ref, call.answer),
	};
}

/** `search_method_in_class("filter", "QuerySet")`; without texts that are empty, of long ones the beginning. */
export function callSignature({ tool, args }: RunCall): string {
	const given = Object.values(args).filter(value => value !== '');
	return `${tool}(${given.map(argumentText).join(', ')})`;
}

const longestArgument = 120;

function argumentText(value: string | number): string {
	if (typeof value === 'number') {
		return String(value);
	}
	const [first = '', ...others] = value.trim().split('\n');
	const shown = shortened(first, longestArgument);
	return JSON.stringify(others.length > 0 && shown === first ? `${first} …` : shown);
}

function callState({ session }: RunView, { answer }: RunCall): CallRow['state'] {
	if (answer === undefined) {
		return session.live ? 'running' : 'stopped';
	}
	return answer.ok ? 'ok' : 'failed';
}

type Answer = NonNullable<RunCall['answer']>;

function outcomeText(view: RunView, ref: CallRef, { answer }: RunCall, state: CallRow['state']): string {
	switch (state) {
		case 'running':
			return t('running');
		case 'stopped':
			return t('stopped');
		case 'failed':
			return t('nothing found');
		case 'ok': {
			const nPlaces = wholeAnswer(view, ref, answer)?.places.length ?? 0;
			const places = engineText(counted(nPlaces, 'place'));
			return nPlaces === 0 ? t('answered') : isCut(view, ref) ? t('{0} or more', places) : places;
		}
	}
}

function answerItems(view: RunView, ref: CallRef, answer: Answer): Item[] {
	const whole = wholeAnswer(view, ref, answer) ?? answer;
	const places = whole.places.map((place, idx) => placeItem(ref, place, idx));
	// The text of a call without places suggests an alternative, so simple detail shows it too.
	if (view.detail === 'simple' && whole.places.length > 0) {
		return places;
	}
	return [
		...places,
		leaf(`answer:${ref.node}:${ref.call}`, t('Answer: {0}', whole.text), {
			...{ kind: 'answer', ...ref, text: whole.text, clipped: isCut(view, ref) },
		}),
	];
}

function wholeAnswer(
	view: RunView,
	ref: CallRef,
	answer: RunCall['answer'],
): Pick<Answer, 'text' | 'places'> | undefined {
	return view.answers.get(rowIds.call(ref)) ?? answer;
}

/** Whether only the host has the complete answer. */
function isCut({ clipped, answers }: RunView, ref: CallRef): boolean {
	const id = rowIds.call(ref);
	return !answers.has(id) && clipped.has(id);
}

function placeItem(ref: CallRef, place: FoundPlace, idx: number): Item {
	const name = placeName(place);
	return leaf(`place:${ref.node}:${ref.call}:${idx}`, `${name}, ${placeText(place)}`, { kind: 'place', place, name });
}
