import assert from 'node:assert/strict';
import type { ChatModel, ChatReply, ChatRequest } from '../../../../src/models/pure/chatModel';
import { ModelError } from '../../../../src/models/pure/modelError';
import type { RunEvent } from '../../../../src/runs/pure/events/runEvent';
import type { Run } from '../../../../src/runs/pure/fold/run';
import { nodesOf } from '../../../../src/runs/pure/fold/runTree';
import { randomNumbers } from '../../../support/randomNumbers';
import type { AnsweringModel, ModelAnswer } from '../../strategies/strategyRun';
import { TreeWorld } from './treeWorld';

const options = { maxTurns: 24, maxDepth: 12, stopsWhenProven: false, nFullObservations: 20 };

describe('a tree in a narrow context window', () => {
	it('continues wherever it was killed with the same requests, and pays for none again', async () => {
		const world = await TreeWorld.create();
		const random = randomNumbers(16);
		for (const contextTokens of [2500, 4000, 8000]) {
			const narrow = () => new NarrowModel(world.agentAnswering(actionOf), contextTokens);
			const whole = await world.run(narrow(), options);
			assert.equal(whole.run.state, 'done', whole.run.message);
			assert.ok(
				nodesOf(whole.run).some(({ notes }) => notes.some(note => /to stay within the model's context/.test(note))),
				`${contextTokens} tokens are enough`,
			);
			for (let nRuns = 0; nRuns < 12; nRuns++) {
				const model = narrow();
				const nEvents = random(whole.events.length);
				let n = 0;
				const dead = await world.run(model, options, { diesAfter: () => ++n > nEvents });
				const last = await world.run(model, options, { events: dead.events });
				const at = `${contextTokens} tokens, killed after ${nEvents} of ${whole.events.length} events`;
				assert.deepEqual(shownOf(last.run), shownOf(whole.run), at);
				// A request whose answer was not yet written when the process died is asked again.
				assert.ok(model.nAnswered <= answered(whole.events) + 1, `${at}: ${model.nAnswered} requests`);
			}
		}
	});
});

/** A server that counts tokens its own way, and takes less than the model is known for. */
class NarrowModel implements ChatModel {
	readonly name = 'narrow';
	readonly server = 'test';
	readonly replyForm = 'tools';
	nAnswered = 0;

	constructor(
		private readonly model: AnsweringModel,
		readonly contextTokens: number,
	) {}

	async complete(request: ChatRequest): Promise<ChatReply> {
		const inputTokens = Math.ceil(JSON.stringify(request.messages).length / 3);
		if (inputTokens > 0.7 * this.contextTokens) {
			throw new ModelError('contextTooLong', 'The request is too long.');
		}
		this.nAnswered++;
		const reply = await this.model.complete(request);
		return { ...reply, usage: { ...reply.usage, inputTokens } };
	}
}

/** Follows from the request alone, whatever was left out of it. */
function actionOf({ messages }: ChatRequest): ModelAnswer {
	const number = [...JSON.stringify(messages)].reduce((sum, each) => (sum * 31 + each.charCodeAt(0)) % 65_521, 7);
	const text = `# ${number}\n`.repeat(150);
	const actions: readonly ModelAnswer[] = [
		...Array.from({ length: 6 }, (): ModelAnswer => ['look', { what: text }]),
		['create', { path: 'try_it.py', text }],
		['append', { path: 'try_it.py', text }],
		['edit', { path: 'calc.py', text }],
		['submit', { summary: 'Done.' }],
	];
	return actions[number % actions.length] ?? assert.fail();
}

function answered(events: readonly RunEvent[]): number {
	return events.filter(({ type }) => type === 'modelAnswered').length;
}

function shownOf(run: Run) {
	return nodesOf(run).map(({ id, parent, key, summary, exit, patches }) => [id, parent, key, summary, exit, patches]);
}
