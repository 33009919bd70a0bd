import * as vscode from 'vscode';
import { confidence } from '../../core/model/confidence';
import { placeName, placeText, shortPlaceText } from '../../core/model/placeText';
import type { ShownRun } from '../currentRun/shownRun';
import { setShown, treeItem } from '../display';
import { commands } from '../ids';
import { locationMarkdown } from './locationHover';
import type { TrackedLocation, TrackedLocations } from './trackedLocations';

const scheme = 'faultline-location';
const dismissedQuery = 'dismissed';

/** The locations as a native list with keyboard, type-ahead and screen reader support. Dismissed locations are gray. */
export class LocationTree implements vscode.TreeDataProvider<TrackedLocation>, vscode.FileDecorationProvider {
	private readonly changed = new vscode.EventEmitter<void>();
	readonly onDidChangeTreeData = this.changed.event;

	constructor(
		private readonly locations: TrackedLocations,
		private readonly shown: ShownRun,
	) {}

	refresh(): void {
		this.changed.fire();
	}

	getChildren(parent?: TrackedLocation): TrackedLocation[] {
		return parent === undefined ? [...this.locations.all()] : [];
	}

	/** A list has no parents; VS Code calls this before it reveals an item. */
	getParent(): undefined {
		return undefined;
	}

	getTreeItem({ location, number, lines, dismissed }: TrackedLocation): vscode.TreeItem {
		const name = placeName(location);
		const verdict = dismissed
			? 'not the bug'
			: confidence(location, this.shown.run?.selected ?? { locations: [location] });
		return treeItem(`${number}. ${name}`, {
			id: location.id,
			description: `${shortPlaceText({ file: location.file, ...lines })} · ${verdict}`,
			contextValue: dismissed ? 'location.dismissed' : 'location',
			resourceUri: vscode.Uri.from({ scheme, path: `/${number}`, query: dismissed ? dismissedQuery : '' }),
			iconPath: dismissed
				? new vscode.ThemeIcon('circle-slash', new vscode.ThemeColor('disabledForeground'))
				: new vscode.ThemeIcon('location'),
			command: { command: commands.locationOpen, title: 'Open Location', arguments: [location.id] },
			accessibilityInformation: {
				label: `Location ${number}, ${name}, ${verdict}, ${placeText({ file: location.file, ...lines })}. ${location.intendedBehavior}`,
			},
		});
	}

	resolveTreeItem(item: vscode.TreeItem, element: TrackedLocation): vscode.TreeItem {
		const { run } = this.shown;
		if (run !== undefined) {
			setShown(item, { tooltip: locationMarkdown(element, run) });
		}
		return item;
	}

	provideFileDecoration({ scheme: itsScheme, query }: vscode.Uri): vscode.FileDecoration | undefined {
		return itsScheme === scheme && query === dismissedQuery
			? new vscode.FileDecoration(undefined, 'Not the bug', new vscode.ThemeColor('disabledForeground'))
			: undefined;
	}
}
