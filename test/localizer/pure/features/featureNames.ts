import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { locateEmbedded } from '../../../../src/localizer/pure/embedded/locateEmbedded';
import { fileFeatures, functionScoresOfFiles } from '../../../../src/localizer/pure/features/fileFeatures';
import { functionFeatures } from '../../../../src/localizer/pure/features/functionFeatures';
import type { FeatureGround } from '../../../../src/localizer/pure/ranking/featureGround';
import { rootNode } from '../../../../src/runs/pure/fold/run';
import { nullRunStore } from '../../../../src/runs/pure/log/nullRunStore';
import { RunLog } from '../../../../src/runs/pure/log/runLog';
import type { Issue } from '../../../../src/runs/pure/model/issue';
import { memoryWorkspace } from '../../../support/memoryWorkspace';

/** What is known of an issue and some files once they were searched. */
export async function groundOf(body: string, texts: Readonly<Record<string, string>>): Promise<FeatureGround> {
	const workspace = await memoryWorkspace(texts);
	const [title = ''] = body.split('\n');
	const issue: Issue = { title, body, source: { kind: 'text' } };
	const log = RunLog.start(nullRunStore, { now: () => 0 }, 'r');
	await log.emit(rootNode, { type: 'runStarted', runId: 'r', issue, engine: 'embedded', workspace: [], version: '' });
	await log.emit(rootNode, { type: 'briefMade', brief: makeBrief(issue, workspace.parser.languages) });
	const grounds: FeatureGround[] = [];
	await locateEmbedded(log, rootNode, workspace, {
		onRanked: (_, suspiciousness) => grounds.push(suspiciousness.ground(workspace)),
	});
	const [ground] = grounds;
	if (ground === undefined) {
		throw new Error('nothing was ranked');
	}
	return ground;
}

const kinds = ['trace', 'test', 'state', 'name', 'base', 'use', 'path', 'string'];

/** The names of all features: those of evidence occur only where an issue has such evidence. */
export async function featureNames(): Promise<Record<'functions' | 'files', ReadonlySet<string>>> {
	const alone = await groundOf('Clock.tick is wrong\n\nIt shows no time.', {
		'a/clock.py': 'class Clock:\n    def tick(self):\n        return time(self)\n\ndef time(clock):\n    return 1\n',
	});
	const none = new Map<string, number>();
	const ground = { ...alone, history: { similar: none, best: none, changes: none, recent: none } };
	const ofEvidence = kinds.flatMap(kind => [kind, `${kind} of the class`, `${kind} in the file`]);
	const places = [...ofEvidence, 'calls'].flatMap(list => [`${list}: rank`, `${list}: share`]);
	const ofFunctions = functionScoresOfFiles([0], { fileOf: [0], scores: Float64Array.of(1) });
	return {
		functions: new Set([...functionFeatures(ground, [0]).names, ...places]),
		files: new Set([...fileFeatures(ground, [0]).names, ...places, ...ofFunctions.keys()]),
	};
}
