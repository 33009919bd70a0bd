import { sha256 } from '../../../system/pure/text/contentHash';
import type { ProofPart } from './proofLine';
import { testResult } from './proofRecord';
import { missingProof, notRunTexts } from './recordFacts';
import type { ProofRecord, RecordedRun, Subject } from './statements';

/** What does not agree within a record, a phrase for each of its parts. Nothing is executed. */
export async function recordProblems(record: ProofRecord): Promise<ReadonlyMap<ProofPart, string>> {
	const { fix, tests } = record;
	const { predicate } = fix;
	const problems = new Map<ProofPart, string>();
	const check = (part: ProofPart, isSound: boolean, why: string) => {
		if (!isSound && !problems.has(part)) {
			problems.set(part, why);
		}
	};
	const digests = (subject: readonly Subject[], name: Subject['name']) =>
		subject.filter(each => each.name === name).map(({ digest }) => digest.sha256);
	const [tree] = digests(fix.subject, 'workspace');
	const subjects = [fix, ...(tests ? [tests.before, tests.after] : [])].map(({ subject }) => subject);
	const trees = [
		...subjects.flatMap(each => digests(each, 'workspace')),
		...[predicate.before, predicate.after, predicate.commandsBefore, predicate.commandsAfter].flatMap(
			ran => ran?.tree ?? [],
		),
		...(tests ? [tests.before, tests.after] : []).flatMap(
			each => each.predicate.configuration[0].annotations.tree ?? [],
		),
	];
	check(
		'tree',
		trees.every(each => each === tree),
		'the record names several states of the files',
	);
	const ownPatch = await sha256(predicate.patch);
	const patches = subjects.flatMap(each => digests(each, 'patch'));
	check(
		'patch',
		patches.length > 0 && patches.every(each => each === ownPatch),
		'it is not the one that its digest names',
	);
	const { reproducer } = predicate;
	if (reproducer !== undefined) {
		const isOwn = (await sha256(reproducer.text)) === reproducer.sha256;
		check('reproducer', isOwn, 'it is not the one that its digest names');
	}
	for (const [part, ran] of [
		['output before', predicate.before],
		['output after', predicate.after],
	] as const) {
		check(part, ran === undefined || (await hasOwnOutput(ran)), 'it is not the one that its digest names');
	}
	for (const [part, statement] of [
		['tests before', tests?.before],
		['tests after', tests?.after],
	] as const) {
		if (statement !== undefined) {
			const { configuration, ...own } = statement.predicate;
			const [{ digest, annotations }] = configuration;
			check(part, testResult(own) === own.result, `they are called ${own.result.toLowerCase()}`);
			check(
				part,
				(await sha256(annotations.command)) === digest.sha256,
				'the command is not the one that its digest names',
			);
		}
	}
	const missing = predicate.result === 'fixed' ? missingProof(record) : undefined;
	check('result', missing === undefined, `it calls the patch fixed, but ${missing}`);
	const both = tests && { before: tests.before.predicate, after: tests.after.predicate };
	const isListed = JSON.stringify(notRunTexts(predicate, both)) === JSON.stringify(predicate.notRun);
	check('not run', isListed, 'the list does not follow from the rest of the record');
	return problems;
}

async function hasOwnOutput({ stdout, stderr }: RecordedRun): Promise<boolean> {
	return (await sha256(stdout.text)) === stdout.sha256 && (await sha256(stderr.text)) === stderr.sha256;
}
