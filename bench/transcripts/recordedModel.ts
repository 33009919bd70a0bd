import type { ScriptedAnswer } from '../../test/support/scriptedAnswer';
import type { Script } from '../../test/support/scriptedModelServer';
import type { Transcript } from './transcript';

/** An answer of the search agent, and whether it analyzes results or decides the next step. */
interface SearchAnswer {
	readonly text: string;
	readonly isAnalysis: boolean;
}

/**
 * Returns the answers of a recorded run. The requests are Faultline's, not the recorded ones: a question of one kind gets
 * the next recorded answer of that kind, and prose is converted to JSON as it was in the recording. When the run continues
 * after the end of the recording, the last answer is repeated.
 */
export class RecordedModel {
	private readonly conversions: ReadonlyMap<string, readonly string[]>;
	private readonly nConverted = new Map<string, number>();
	private readonly answers: readonly SearchAnswer[];
	private next = 0;
	/** Prose that was put as JSON by asking the model. */
	nConversions = 0;

	constructor({ rounds, proxy }: Transcript) {
		const threads = proxy.flatMap(each => each.threads);
		const proseOf = (thread: (typeof threads)[number]) => thread.find(({ role }) => role === 'user')?.content ?? '';
		this.conversions = new Map(
			threads.map(thread => [
				proseOf(thread).trim(),
				threads.filter(other => proseOf(other) === proseOf(thread)).map(each => each.at(-1)?.content ?? ''),
			]),
		);
		this.answers = rounds.flatMap(({ role, content }, at) =>
			role === 'assistant' ? { text: content, isAnalysis: isAnalysisQuestion(rounds[at - 1]?.content ?? '') } : [],
		);
	}

	readonly script: Script = body => {
		const texts = body.messages.map(({ content }) => (typeof content === 'string' ? content : ''));
		const system = texts[0] ?? '';
		return system.includes('API_calls') ? this.convert(texts[1] ?? '') : this.search(texts.at(-1) ?? '');
	};

	private convert(prose: string): ScriptedAnswer | undefined {
		const recorded = this.conversions.get(prose.trim());
		const nth = this.nConverted.get(prose) ?? 0;
		this.nConverted.set(prose, nth + 1);
		this.nConversions++;
		const text = recorded?.[nth] ?? recorded?.at(-1);
		return text === undefined ? undefined : { text };
	}

	private search(question: string): ScriptedAnswer {
		const wantsAnalysis = /^[\s\S]*First explain what these results mean/.test(question);
		if (wantsAnalysis) {
			const answer = this.answers[this.next];
			this.next += answer?.isAnalysis === true ? 1 : 0;
			return { text: answer?.isAnalysis === true ? answer.text : 'See the results above.' };
		}
		while (this.answers[this.next]?.isAnalysis === true) {
			this.next++;
		}
		const answer = this.answers[this.next] ?? this.answers.findLast(each => !each.isAnalysis);
		this.next++;
		return { text: answer?.text ?? '' };
	}
}

function isAnalysisQuestion(text: string): boolean {
	return /let's analyze collected context/i.test(text);
}
