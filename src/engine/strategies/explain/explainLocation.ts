import { visibleWorkspace } from '../../../history/pure/visible/visibleWorkspace';
import type { Workspace } from '../../../history/pure/workspace';
import { CapReached } from '../../../models/pure/limits/spending';
import { ModelError } from '../../../models/pure/modelError';
import { ModelCaller } from '../../../models/pure/requests/modelCaller';
import { readAiIgnore } from '../../../outgoing/pure/gate/aiIgnore';
import { agreedLocations, issueAsSent } from '../../../outgoing/pure/gate/issueAsSent';
import { visibleEvidence } from '../../../outgoing/pure/gate/visibleEvidence';
import type { RunEnded } from '../../../runs/pure/events/runEvent';
import { type Run, rootNode } from '../../../runs/pure/fold/run';
import { resultSummary } from '../../../runs/pure/fold/runResult';
import type { RunLog } from '../../../runs/pure/log/runLog';
import type { ChatMessage } from '../../../runs/pure/model/chat';
import { confidence } from '../../../runs/pure/model/confidence';
import type { BugLocation } from '../../../runs/pure/model/location';
import { placeName, placeText } from '../../../runs/pure/model/placeText';
import { UserError } from '../../../system/pure/errors/userError';
import { tagged } from '../../../system/pure/text/fenced';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import { untilAborted } from '../../../system/pure/waiting/untilAborted';
import type { ModelContext } from '../../context';
import { codeForPatch } from '../../stages/patch/codeForPatch';
import { beginRun } from '../beginRun';
import type { RunDeps } from '../performRun';
import explain from './explain.md';
import questionPrompt from './question.md';
import request from './request.md';
import system from './system.md';

export interface AskedLocation {
	/** Of a location of the selected leaf. */
	readonly id: string;
	/** The user's question about it; '' asks why it was named. */
	readonly question: string;
}

/**
 * Has the model explain a location of a run that is not active, from the run's own evidence. Request and answer are in the
 * log, beside the trajectories: the run ends as it ended before. Throws `UserError`, and the signal's reason.
 */
export async function explainLocation(log: RunLog, deps: Omit<RunDeps, 'log'>, asked: AskedLocation): Promise<string> {
	const end = endOf(log.run);
	await log.emit(rootNode, { type: 'runResumed' });
	try {
		return await explained(log, deps, asked);
	} catch (error) {
		throw error instanceof ModelError || error instanceof CapReached
			? new UserError(error.message, { cures: 'cures' in error ? error.cures : [] })
			: error;
	} finally {
		await log.emit(rootNode, { ...end, summary: resultSummary(log.run) });
	}
}

/** How a run ended; one that was interrupted can be resumed, as one that was cancelled. */
function endOf({ state, message, cures }: Run): RunEnded {
	return {
		type: 'runEnded',
		outcome: state === 'done' || state === 'failed' ? state : 'cancelled',
		...(message !== undefined && { message }),
		...(cures !== undefined && { cures }),
	};
}

async function explained(
	log: RunLog,
	{ open, setup, signal }: Omit<RunDeps, 'log'>,
	{ id, question }: AskedLocation,
): Promise<string> {
	if (setup.agent === undefined) {
		throw (
			setup.unavailable ??
			new UserError('A location is explained by a model. Choose one first.', {
				cures: [{ kind: 'chooseModel' }],
			})
		);
	}
	const agent = { ...setup.agent, signal };
	agent.gate.learn(`${log.run.issue.title}\n${log.run.issue.body}`);
	const workspace = await untilAborted(open(), signal);
	const context: ModelContext = { workspace, agent, signal };
	await beginRun(log, context);
	const { leaf } = log.run.selected;
	const location = agreedLocations(log.run, leaf).find(each => each.id === id);
	if (location === undefined) {
		throw new UserError('This location is not one of the run shown. Choose another one.');
	}
	const messages = await messagesFor(log.run, { workspace, location, question });
	const { children = [] } = log.run.nodes[leaf] ?? {};
	const node = await log.open(leaf, {
		...{ key: `explain ${children.length + 1}`, kind: 'stage', phase: 'locate', isAside: true },
		title: `Explain ${placeName(location)}`,
	});
	try {
		const { text } = await new ModelCaller(log, agent).ask(node, { purpose: 'explain a location', messages });
		await log.close(node, `Explained ${placeName(location)}`);
		return text;
	} finally {
		// After an explanation it is closed already.
		await log.close(node, 'Not explained', { kind: 'failed', next: 'Ask again.' });
	}
}

interface Explained {
	readonly workspace: Workspace;
	readonly location: BugLocation;
	readonly question: string;
}

async function messagesFor(run: Run, { workspace, location, question }: Explained): Promise<readonly ChatMessage[]> {
	const hidden = await readAiIgnore(workspace.files);
	const by = hidden.hides(location.file)?.by;
	if (by !== undefined) {
		throw new UserError(`${location.file} is hidden from models by ${by}.`);
	}
	const code = await codeForPatch(visibleWorkspace(workspace, hidden), { locations: [location], read: [] });
	const { leaf } = run.selected;
	const named = agreedLocations(run, leaf).filter(({ file }) => hidden.hides(file) === undefined);
	const text = fillTemplate(request, {
		issue: tagged('issue', issueAsSent(run)),
		code: code.join('\n\n'),
		evidence: tagged('evidence', visibleEvidence(location, hidden).join('\n')),
		named: tagged('places', named.map(each => namedText(each, { run, asked: location })).join('\n')),
		question:
			question === '' ? explain.trim() : fillTemplate(questionPrompt, { question: tagged('question', question) }),
	});
	return [
		{ role: 'system', text: system.trim() },
		{ role: 'user', text: text.trim() },
	];
}

/** `as_sql (compiler.py:10-20), likely`; the one that is explained is marked. */
function namedText(each: BugLocation, { run, asked }: { readonly run: Run; readonly asked: BugLocation }): string {
	const mark = each.id === asked.id ? ': the location to explain' : '';
	return `${placeName(each)} (${placeText(each)}), ${confidence(each, run.selected)}${mark}`;
}
