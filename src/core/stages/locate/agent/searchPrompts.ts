import { fillTemplate } from '../../../agent/fillTemplate';
import issuePrompt from '../../../agent/issue.md';
import type { ProtocolPrompts } from '../../../agent/protocol';
import type { ReplyForm } from '../../../model/chat';
import { allTools } from '../../../tools/allTools';
import { signatureOf } from '../../../tools/toolArguments';
import analyze from './analyze.md';
import choose from './choose.md';
import chooseNative from './chooseNative.md';
import decide from './decide.md';
import system from './system.md';

/** What is said to a model that answers in this form; `observations` is what is known before the first round. */
export function searchPrompts(form: ReplyForm, issue: string, observations: readonly string[]): ProtocolPrompts {
	const signatures = allTools.map(tool => `${signatureOf(tool)}\n    ${firstSentence(tool.description)}`).join('\n');
	return {
		system: system.trim(),
		opening: [fillTemplate(issuePrompt, { issue }), ...observations],
		choose: form === 'tools' ? chooseNative.trim() : fillTemplate(choose, { signatures }),
		analyze: analyze.trim(),
		decide: decide.trim(),
	};
}

function firstSentence(text: string): string {
	return /^[\s\S]*?\.(?=\s|$)/.exec(text.trim())?.[0] ?? text.trim();
}
