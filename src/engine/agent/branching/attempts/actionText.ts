import type { ToolArgs } from '../../../../models/pure/tools/tool';
import type { RunNode } from '../../../../runs/pure/fold/runNode';
import { placeName } from '../../../../runs/pure/model/placeText';
import { fenced } from '../../../../system/pure/text/fenced';

interface Call {
	readonly tool: string;
	readonly args: ToolArgs;
}

/** An action as a model reads it: of each call the name of the tool, then its arguments. */
export function actionText(calls: readonly Call[]): string {
	return calls.map(callText).join('\n\n');
}

function callText({ tool, args }: Call): string {
	const given = Object.entries(args).filter(([, value]) => value !== '');
	return [tool, ...given.map(([name, value]) => argumentText(name, String(value)))].join('\n');
}

function argumentText(name: string, value: string): string {
	return value.includes('\n') ? `${name}:\n${fenced(value)}` : `${name}: ${value}`;
}

/** The action of a turn: its calls, and the places it reported; in words if it did nothing. */
export function turnAction({ calls, named }: Pick<RunNode, 'calls' | 'named'>): string {
	const places = (named?.locations ?? []).map(each => `- ${placeName(each)} in ${each.file}`);
	const parts = [
		...(places.length > 0 ? [`report of ${places.length === 1 ? 'a place' : 'places'}:\n${places.join('\n')}`] : []),
		actionText(calls),
	];
	return parts.filter(each => each !== '').join('\n\n') || 'no action';
}

/** Two actions with the same key do the same: blank lines, blanks at line ends and the words of a submission make no difference. */
export function actionKey(action: string): string {
	const lines = action.split('\n').map(line => line.trimEnd());
	const kept = lines.filter(line => line !== '');
	return kept[0] === 'submit' ? 'submit' : kept.join('\n');
}
