import { approvalsAttack } from './approvals';
import { hiddenIssueTextAttack } from './hiddenIssueText';
import { hostileCallsAttack } from './hostileCalls';
import { inheritedEnvironmentAttack } from './inheritedEnvironment';
import { kernelFilesAttack } from './kernelFiles';
import type { Lab } from './lab';
import { lateChildrenAttack } from './lateChildren';
import { linksAttack } from './links';
import { parserDifferencesAttack } from './parserDifferences';
import { poisonedRunsAttack } from './poisonedRuns';
import { repositoryProgramsAttack } from './repositoryPrograms';
import { shownTextAttack } from './shownText';
import { writtenPathsAttack } from './writtenPaths';

export interface AttackKind {
	/** That of its file. */
	readonly name: string;
	attack(lab: Lab): Promise<void>;
}

/** The twelve kinds of attacks of SECURITY.md. */
export const attackKinds: readonly AttackKind[] = [
	{ name: 'hiddenIssueText', attack: hiddenIssueTextAttack },
	{ name: 'repositoryPrograms', attack: repositoryProgramsAttack },
	{ name: 'links', attack: linksAttack },
	{ name: 'kernelFiles', attack: kernelFilesAttack },
	{ name: 'lateChildren', attack: lateChildrenAttack },
	{ name: 'inheritedEnvironment', attack: inheritedEnvironmentAttack },
	{ name: 'hostileCalls', attack: hostileCallsAttack },
	{ name: 'poisonedRuns', attack: poisonedRunsAttack },
	{ name: 'shownText', attack: shownTextAttack },
	{ name: 'approvals', attack: approvalsAttack },
	{ name: 'writtenPaths', attack: writtenPathsAttack },
	{ name: 'parserDifferences', attack: parserDifferencesAttack },
];
