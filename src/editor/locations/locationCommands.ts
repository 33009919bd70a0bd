import type * as vscode from 'vscode';
import { rootNode } from '../../core/model/run';
import { UserError } from '../../core/util/userError';
import type { Services } from '../services';
import { openPlace } from '../workspacePaths';
import { locationOfArgument } from './locationArgument';
import type { TrackedLocation, TrackedLocations } from './trackedLocations';

type Parts = Pick<Services, 'controller' | 'trajectory'>;

/** What can be done with locations. Walking goes by number, best first, and starts over at the end. */
export class LocationCommands {
	/** The id of the one opened last. */
	private last: string | undefined;

	constructor(
		private readonly parts: Parts,
		private readonly locations: TrackedLocations,
		private readonly tree: vscode.TreeView<TrackedLocation>,
	) {}

	async open(argument: unknown): Promise<void> {
		await this.show(locationOfArgument(this.locations, argument));
	}

	async walk(step: 1 | -1): Promise<void> {
		const open = this.locations.open();
		const at = open.findIndex(({ location }) => location.id === this.last);
		const next = at === -1 ? (step === 1 ? 0 : open.length - 1) : (at + step + open.length) % open.length;
		const target = open[next];
		if (target === undefined) {
			throw new UserError('There is no location to go to. Locate a bug first.');
		}
		await this.show(target);
	}

	/** `round`: the round of one piece of evidence; without it the first that found the location. */
	async goToRound(argument: unknown, round: unknown): Promise<void> {
		const { location } = locationOfArgument(this.locations, argument);
		const found = location.evidence.find(({ node }) => node !== undefined)?.node;
		await this.parts.trajectory.reveal({ kind: 'node', id: typeof round === 'string' ? round : (found ?? rootNode) });
	}

	async judge(argument: unknown, verdict: 'locationDismissed' | 'locationRestored'): Promise<void> {
		const { location } = locationOfArgument(this.locations, argument);
		await this.parts.controller.judge(location.id, verdict);
	}

	private async show(target: TrackedLocation): Promise<void> {
		const { location, lines } = target;
		this.last = location.id;
		if (!(await openPlace({ ...lines, file: location.file }))) {
			throw new UserError(`${location.file} lies outside the workspace and is not opened.`);
		}
		if (this.tree.visible) {
			await this.tree.reveal(target, { select: true, focus: false });
		}
	}
}
