import { chatHandler } from './chat/chatHandler';
import { ChatSessions } from './chats/chatSessions';
import { createServices } from './createServices';
import { registerDelivery } from './delivery/registerDelivery';
import type { EarlyServices, OpenedDoors } from './earlyServices';
import { registerFailure } from './failure/registerFailure';
import { registerFix } from './fix/registerFix';
import { registerHeat } from './heat/registerHeat';
import { linkHandler } from './links/linkHandler';
import { registerLocate } from './locate/registerLocate';
import { registerLocations } from './locations/registerLocations';
import { registerMcp } from './mcp/registerMcp';
import { registerModels } from './models/registerModels';
import { registerPatches } from './patches/registerPatches';
import { registerReplay } from './replay/registerReplay';
import { registerRun } from './runControls/registerRun';
import { registerRuns } from './runHistory/registerRuns';
import { registerSample } from './sample/registerSample';
import { ToolsDoor } from './tools/toolsDoor';
import { registerTrajectory } from './trajectory/registerTrajectory';
import { registerWorkspaceIndex } from './workspaceIndex/registerWorkspaceIndex';

/** Registers all features, once. */
export function startFeatures(early: EarlyServices): OpenedDoors {
	const services = createServices(early);
	const trajectory = registerTrajectory(services);
	early.extension.subscriptions.push(
		registerWorkspaceIndex(services),
		registerLocate(services),
		trajectory,
		// Before the locations: of two icons on a line, VS Code shows the one that was created first.
		registerHeat(services),
		registerFailure(services),
		registerLocations(services),
		registerPatches(services),
		registerDelivery(services),
		registerRuns(services),
		registerReplay(services),
		registerRun(services),
		registerFix(services),
		registerModels(services),
		registerSample(services),
		registerMcp(services),
	);
	const chats = new ChatSessions(services.trees);
	const answering = { tools: new ToolsDoor(services, chats), chat: chatHandler({ ...services, chats }) };
	return { view: trajectory.view, tab: trajectory.tab, ...answering, links: linkHandler(services) };
}
