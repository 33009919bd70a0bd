import type { NamedPlace } from '../../../localizer/pure/resolve/namedPlaces';
import { actionsWithoutView } from '../../../models/pure/tools/actions/actionTools';
import { nearestTestsTool } from '../../../models/pure/tools/actions/nearestTestsTool';
import { submitTool } from '../../../models/pure/tools/actions/submitTool';
import { traceRunTool } from '../../../models/pure/tools/actions/traceRunTool';
import { writeReproducerTool } from '../../../models/pure/tools/actions/writeReproducerTool';
import { listFilesTool } from '../../../models/pure/tools/reading/listFilesTool';
import type { Tool } from '../../../models/pure/tools/tool';
import type { Toolset } from '../../../models/pure/tools/toolset';
import { historyTools, researcherTools } from '../../../models/pure/tools/toolTable';
import { issueAsSent } from '../../../outgoing/pure/gate/issueAsSent';
import { rootNode } from '../../../runs/pure/fold/run';
import type { RunLog } from '../../../runs/pure/log/runLog';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import type { ModelContext } from '../../context';
import type { FixEvidence } from '../../evidence/fixEvidence';
import { reportLocations } from '../../stages/locate/reply/reportLocations';
import { knownHistory } from '../../stages/locate/research/searchableHistory';
import { reproducerLanguages } from '../../stages/reproduce/reproducerLanguages';
import { usableWays } from '../../stages/reproduce/usableWays';
import type { AgentContext } from '../options';
import placesKept from './placesKept.md';

/** A model with a smaller window, or none that calls tools, gets fewer tools, which it can tell apart. */
const smallWindow = 32_000;

export function isSmall({ agent: { model } }: ModelContext): boolean {
	return model.replyForm !== 'tools' || model.contextTokens <= smallWindow;
}

/** Chooses the tools of the agent that fixes a bug. */
export type FixToolset = (log: RunLog, context: AgentContext, evidence: FixEvidence) => Promise<Toolset<NamedPlace>>;

/** As many as its model can use, and only those that may do something here. */
export const fixTools: FixToolset = async (log, context, evidence) => {
	const history = (await asksHistory(log, context)) ? historyTools : [];
	// A command line lists files as well.
	const listing = evidence.runs === undefined ? [listFilesTool] : [];
	return fixToolsWith([...researcherTools, ...listing, ...history])(log, context, evidence);
};

/** The same, with these tools to search the code, if its model can use them. */
export function fixToolsWith(searches: readonly Tool[]): FixToolset {
	return async (log, context, evidence) => {
		const runs = evidence.runs === undefined ? [] : [await reproducerTool(log, evidence.context)];
		const tests = evidence.runs === undefined || evidence.tests === undefined ? [] : [nearestTestsTool];
		const traces = evidence.runs !== undefined && mainLanguage(evidence)?.data.callRecorder ? [traceRunTool] : [];
		const commands = evidence.runs === undefined ? [] : actionNamed('run');
		const tools = isSmall(context)
			? [...researcherTools.filter(({ name }) => basicTools.has(name)), ...runs, ...actionNamed('edit'), submitTool]
			: [
					...searches,
					...[...actionNamed('edit'), ...actionNamed('create').map(asSource), ...actionNamed('undo')],
					...[...runs, ...traces, ...tests, ...commands, submitTool],
				];
		return { tools, ending: { ...reportLocations, besideCalls: placesKept.trim() } };
	};
}

/**
 * Whether the history may tell which change is at fault: the issue says that something worked before, or is the report of
 * a crash. In other fixes its tools would only be read.
 */
export async function asksHistory(log: RunLog, context: ModelContext): Promise<boolean> {
	const isCrash = (log.run.brief?.crashes ?? []).length > 0;
	return (isCrash || regression.test(issueAsSent(log.run))) && (await knownHistory(log, context)).isThere;
}

const regression =
	/\b(?:regress(?:ion|ed|es)|bisect(?:ed)?|since (?:version |v)?\d|(?:used to|did) work|worked (?:fine|well|before|in|until|with)|after (?:upgrading|updating|an? up(?:grade|date))|no longer work|broke[n]? (?:in|by|since|after|with))/i;

const basicTools: ReadonlySet<string> = new Set(['search_definition', 'search_code', 'read_lines']);

function actionNamed(name: string): readonly Tool[] {
	return actionsWithoutView.filter(tool => tool.name === name);
}

/** A file that is a part of the fix: reproducers have a tool of their own. */
function asSource(tool: Tool): Tool {
	return {
		...tool,
		description: tool.description.replace(/^purpose:.*\n/m, ''),
		parameters: tool.parameters.filter(({ name }) => name !== 'purpose'),
		run: (args, context) => tool.run({ ...args, purpose: 'source' }, context),
	};
}

function mainLanguage({ context }: FixEvidence) {
	return reproducerLanguages(context.workspace)[0];
}

/** Says how a program of the project's main language uses its code. Recorded: files that are edited change no question. */
export async function reproducerTool(log: RunLog, { workspace }: ModelContext): Promise<Tool> {
	const description = await log.value(rootNode, 'how programs are written', {}, async () => {
		const [main] = reproducerLanguages(workspace);
		const [way] = main === undefined ? [] : await usableWays(workspace.files, main.data);
		return fillTemplate(writeReproducerTool.description, {
			failBy: main?.data.failBy ?? 'a failed assertion',
			reach: way?.reach ?? main?.data.reach ?? '',
			language: main?.name ?? 'the main one',
		});
	});
	return { ...writeReproducerTool, description };
}
