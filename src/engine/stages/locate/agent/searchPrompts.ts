import type { ReportedLine } from '../../../../code/pure/search/scope/searchScopes';
import issuePrompt from '../../../../models/pure/loop/issue.md';
import { joinRemarks } from '../../../../models/pure/protocols/joinRemarks';
import type { ProtocolPrompts, ProtocolPurposes } from '../../../../models/pure/protocols/protocol';
import type { Tool } from '../../../../models/pure/tools/tool';
import { describedTools, exampleCall } from '../../../../models/pure/tools/toolArguments';
import type { ReplyForm } from '../../../../runs/pure/model/chat';
import { fillTemplate } from '../../../../system/pure/text/fillTemplate';
import analyze from './analyze.md';
import callsInProse from './callsInProse.md';
import choose from './choose.md';
import chooseNative from './chooseNative.md';
import decide from './decide.md';
import placesInProse from './placesInProse.md';
import system from './system.md';

/** The material a search begins with. */
export interface SearchOpening {
	/** As it is sent. */
	readonly issue: string;
	/** Facts known before the first round. */
	readonly observations: readonly string[];
	readonly project: Project;
	/** Lines of the workspace that the issue's report names. */
	readonly reportedLines: readonly ReportedLine[];
}

/** The facts about a project that a model gets before it searches. */
export interface Project {
	readonly name?: string;
	/** The names in its folder. */
	readonly entries: string;
}

const purposes: ProtocolPurposes = {
	choose: 'choose searches',
	analyze: 'analyze the results',
	decide: 'search or name locations',
	convert: 'put the answer as JSON',
};

/** The prompts of a search with these tools, for a model that answers in this form. */
export function searchPrompts(
	form: ReplyForm,
	tools: readonly Tool[],
	{ issue, observations, project: { name, entries } }: Omit<SearchOpening, 'reportedLines'>,
): ProtocolPrompts {
	const signatures = describedTools(tools);
	const isProse = form === 'prose';
	return {
		system: fillTemplate(system, { name: name === undefined ? '' : ` ${name}`, entries }),
		opening: [fillTemplate(issuePrompt, { issue }), ...observations],
		choose:
			form === 'tools'
				? chooseNative.trim()
				: joinRemarks([fillTemplate(choose, { signatures }), isProse ? callForm(tools) : '']),
		analyze: analyze.trim(),
		decide: joinRemarks([decide, isProse ? placesInProse : '']),
		purposes,
	};
}

function callForm([first]: readonly Tool[]): string {
	return first === undefined ? '' : fillTemplate(callsInProse, { example: exampleCall(first) });
}
