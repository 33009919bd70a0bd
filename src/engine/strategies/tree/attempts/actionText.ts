import type { ToolArgs } from '../../../../models/pure/tools/tool';
import type { RunNode } from '../../../../runs/pure/fold/runNode';
import { fenced } from '../../../../system/pure/text/fenced';

/** An action as a model reads it: the name of the tool, then its arguments. */
export function actionText({ tool, args }: { readonly tool: string; readonly args: ToolArgs }): string {
	const given = Object.entries(args).filter(([, value]) => value !== '');
	return [tool, ...given.map(([name, value]) => argumentText(name, String(value)))].join('\n');
}

function argumentText(name: string, value: string): string {
	return value.includes('\n') ? `${name}:\n${fenced(value)}` : `${name}: ${value}`;
}

/** The action of a turn; in words if it made no call. */
export function turnAction({ calls, exit }: Pick<RunNode, 'calls' | 'exit'>): string {
	const [call] = calls;
	return call === undefined ? (exit === 'submitted' ? submitAction : 'no action') : actionText(call);
}

export const submitAction = 'submit';

/** Two actions with the same key do the same: blank lines and blanks at line ends make no difference. */
export function actionKey(action: string): string {
	const lines = action.split('\n').map(line => line.trimEnd());
	return lines.filter(line => line !== '').join('\n');
}
