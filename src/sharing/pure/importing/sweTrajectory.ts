import { UserError } from '../../../system/pure/errors/userError';
import { type Fields, fieldsOf } from '../../../system/pure/fields';
import { counted } from '../../../system/pure/text/counted';
import { describedIssue } from './describedIssue';
import type { ImportedAction, ImportedRun } from './importedRun';
import { listOf, messageText, textOf } from './jsonFields';

/**
 * A trajectory of SWE-agent (`*.traj`): a list of steps, or several attempts with a list each. Throws `UserError` for a
 * file of another form.
 */
export function readSweTrajectory(data: Fields, file: string): ImportedRun {
	const attempts = listOf(data.attempts)?.map(fieldsOf) ?? [];
	const parts = attempts.length > 0 ? attempts : [data];
	const actions: ImportedAction[] = [];
	for (const [at, part] of parts.entries()) {
		const first = actions.length;
		const steps = readSteps(part, first, file);
		const attempt = parts.length > 1 ? { attempt: `Attempt ${at + 1}` } : {};
		actions.push(...steps.map((step, idx) => (idx === 0 ? { ...step, ...attempt } : step)));
	}
	if (actions.length === 0) {
		throw new UserError(`${file} contains no step of an agent, so there is nothing to import.`);
	}
	const messages = instructionsOf(parts[0] ?? {});
	return {
		tool: 'SWE-agent',
		issue: describedIssue(messages.findLast(({ isTask }) => isTask)?.text ?? '', file),
		instructions: messages.map(({ text }) => text),
		actions,
		notes: usedText(fieldsOf(fieldsOf(data.info).model_stats)),
		nNodes: actions.length,
	};
}

/** The steps of one attempt; the last one has the submitted patch. `first`: position of the first one in the run. */
function readSteps(attempt: Fields, first: number, file: string): ImportedAction[] {
	const steps = listOf(attempt.trajectory);
	if (steps === undefined) {
		throw new UserError(`${file} is damaged: "trajectory" is not a list. Choose the file as the tool wrote it.`);
	}
	return steps.map((value, at) => {
		const step = fieldsOf(value);
		if (typeof step.action !== 'string') {
			throw new UserError(
				`${file} is damaged: step ${at + 1} has no text "action". Choose the file as the tool wrote it.`,
			);
		}
		return {
			...(at > 0 && { parent: first + at - 1 }),
			thought: messageText(step.thought) || messageText(step.response),
			command: step.action,
			...(typeof step.observation === 'string' && { observation: step.observation }),
			...{ candidates: [], reasons: '' },
			...(at === steps.length - 1 ? endOf(fieldsOf(attempt.info)) : { notes: [] }),
		};
	});
}

/** How the last step ended the attempt. */
function endOf(info: Fields): Pick<ImportedAction, 'submission' | 'notes'> {
	const submission = textOf(info.submission);
	const status = textOf(info.exit_status);
	const isPatch = submission.includes('diff --git ');
	return {
		...(isPatch && { submission }),
		notes: [
			...(isPatch ? [] : ['It ends without a submitted patch.']),
			...(status === '' || status === 'submitted' ? [] : [`It ended with the status "${status}".`]),
		],
	};
}

/** The messages before the first one of the agent. */
function instructionsOf(attempt: Fields): { readonly text: string; readonly isTask: boolean }[] {
	const messages = (listOf(attempt.history) ?? []).map(fieldsOf);
	const end = messages.findIndex(({ role }) => role === 'assistant');
	return messages.slice(0, end === -1 ? messages.length : end).map(({ role, content, is_demo: isDemo }) => ({
		text: messageText(content),
		isTask: role === 'user' && isDemo !== true,
	}));
}

function usedText({ api_calls: nCalls, tokens_sent: nSent, tokens_received: nReceived, instance_cost: cost }: Fields) {
	const used = [
		...(typeof nCalls === 'number' ? [counted(nCalls, 'request')] : []),
		...(typeof nSent === 'number' ? [`${nSent} tokens sent`] : []),
		...(typeof nReceived === 'number' ? [`${nReceived} tokens received`] : []),
		...(typeof cost === 'number' ? [`a cost of ${cost.toFixed(2)}`] : []),
	];
	return used.length === 0 ? [] : [`The tool reports ${used.join(', ')}.`];
}
