import * as vscode from 'vscode';
import { UserError } from '../../core/util/userError';
import type { TrackedLocation, TrackedLocations } from './trackedLocations';

/**
 * The location a command is about. It comes as an id (hovers, lenses), as an item of the tree, as the context of the
 * webview's menu, or not at all (palette): then the one at the caret is meant.
 */
export function locationOfArgument(locations: TrackedLocations, argument: unknown): TrackedLocation {
	const id = idOf(argument);
	const found = id === undefined ? locationAtCaret(locations) : locations.find(id);
	if (found === undefined) {
		throw new UserError(
			id === undefined
				? 'There is no location at the caret. Put it into the marked lines, or use the list of locations.'
				: 'This location belongs to another run. Open that run in the Runs view first.',
		);
	}
	return found;
}

function idOf(argument: unknown): string | undefined {
	if (typeof argument === 'string') {
		return argument;
	}
	const location = fieldOf(argument, 'location');
	return typeof location === 'string' ? location : asText(fieldOf(location, 'id'));
}

function locationAtCaret(locations: TrackedLocations): TrackedLocation | undefined {
	const editor = vscode.window.activeTextEditor;
	const line = (editor?.selection.active.line ?? 0) + 1;
	return (
		editor && locations.in(editor.document.uri).find(({ lines }) => lines.startLine <= line && line <= lines.endLine)
	);
}

function fieldOf(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function asText(value: unknown): string | undefined {
	return typeof value === 'string' ? value : undefined;
}
