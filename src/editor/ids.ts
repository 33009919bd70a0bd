/** Everything package.json declares by name, said once; test/architecture compares the two. */
export const commands = {
	runStart: 'faultline.run.start',
	runStartFromSelection: 'faultline.run.startFromSelection',
	runStartFromTest: 'faultline.run.startFromTest',
	runStartFromProblem: 'faultline.run.startFromProblem',
	runStartFromCommand: 'faultline.run.startFromCommand',
	runCancel: 'faultline.run.cancel',
	runResume: 'faultline.run.resume',
	runPause: 'faultline.run.pause',
	runGoOn: 'faultline.run.goOn',
	runFix: 'faultline.run.fix',
	roundGiveFeedback: 'faultline.round.giveFeedback',
	requestShowSent: 'faultline.request.showSent',
	runsOpen: 'faultline.runs.open',
	runsRemove: 'faultline.runs.remove',
	runsRefresh: 'faultline.runs.refresh',
	runsCompare: 'faultline.runs.compare',
	locationOpen: 'faultline.location.open',
	locationNext: 'faultline.location.next',
	locationPrevious: 'faultline.location.previous',
	locationGoToRound: 'faultline.location.goToRound',
	locationDismiss: 'faultline.location.dismiss',
	locationRestore: 'faultline.location.restore',
	patchOpenDiff: 'faultline.patch.openDiff',
	patchReview: 'faultline.patch.review',
	patchAccept: 'faultline.patch.accept',
	patchReject: 'faultline.patch.reject',
	patchSaveAs: 'faultline.patch.saveAs',
	patchCopyDiff: 'faultline.patch.copyDiff',
	patchCompare: 'faultline.patch.compare',
	patchRestoreFiles: 'faultline.patch.restoreFiles',
	hunkNext: 'faultline.hunk.next',
	hunkPrevious: 'faultline.hunk.previous',
	hunkAccept: 'faultline.hunk.accept',
	hunkReject: 'faultline.hunk.reject',
	hunkOpenDiff: 'faultline.hunk.openDiff',
	hunkAcceptFile: 'faultline.hunk.acceptFile',
	hunkRejectFile: 'faultline.hunk.rejectFile',
	hunkAcceptAll: 'faultline.hunk.acceptAll',
	hunkRejectAll: 'faultline.hunk.rejectAll',
	indexBuild: 'faultline.index.build',
	indexCancel: 'faultline.index.cancel',
	indexRebuild: 'faultline.index.rebuild',
	logShow: 'faultline.log.show',
	trajectoryShowFull: 'faultline.trajectory.showFull',
	trajectoryShowSimple: 'faultline.trajectory.showSimple',
	trajectoryOpenAsText: 'faultline.trajectory.openAsText',
	chooseModel: 'faultline.chooseModel',
	testModel: 'faultline.testModel',
	menuShow: 'faultline.menu.show',
} as const;

export const views = {
	container: 'faultline',
	trajectory: 'faultline.trajectory',
	locations: 'faultline.locations',
	patches: 'faultline.patches',
	runs: 'faultline.runs',
} as const;

export const contextKeys = {
	/** A run is going on in this window. */
	runActive: 'faultline.runActive',
	/** A command failed in a terminal of this window, and its output is known. */
	commandFailed: 'faultline.commandFailed',
	/** The views show a run. */
	runShown: 'faultline.runShown',
	/** The run shown is a model's, and goes on in this window without having been asked to pause. */
	runPausable: 'faultline.runPausable',
	/** The run shown waits in this window for the person, or is about to. */
	runPaused: 'faultline.runPaused',
	/** The run shown stands still and has locations that nobody wrote a patch for. */
	runFixable: 'faultline.runFixable',
	/** The run shown has a model that was asked something. */
	modelAsked: 'faultline.modelAsked',
	/** The run shown stopped half-way and can go on. */
	runResumable: 'faultline.runResumable',
	/** The run shown has locations that are not dismissed. */
	hasLocations: 'faultline.hasLocations',
	/** The run shown has patches. */
	hasPatches: 'faultline.hasPatches',
	/** The run shown has at least two patches. */
	hasSeveralPatches: 'faultline.hasSeveralPatches',
	/** Changes of a patch are under review and pending. */
	hasPendingHunks: 'faultline.hasPendingHunks',
	/** The review document in the active editor has some of them. */
	fileHasPendingHunks: 'faultline.fileHasPendingHunks',
	/** The caret is in one of them. */
	caretInPendingHunk: 'faultline.caretInPendingHunk',
	/** What the index is doing: the `state` of `WorkspaceStatus`. */
	workspaceState: 'faultline.workspaceState',
	/** Where the model in use is: the `kind` of `ModelChoice`. */
	modelKind: 'faultline.modelKind',
	/** How much of each round the trajectory shows: `simple` or `full`. */
	detail: 'faultline.detail',
} as const;

export const colors = {
	rangeBackground: 'faultline.locationRangeBackground',
	rangeBorder: 'faultline.locationRangeBorder',
	overviewRuler: 'faultline.locationOverviewRuler',
	badgeForeground: 'faultline.locationBadgeForeground',
	badgeBackground: 'faultline.locationBadgeBackground',
	endOfLineForeground: 'faultline.locationEndOfLineForeground',
	pendingLineBackground: 'faultline.pendingLineBackground',
	pendingRemovedForeground: 'faultline.pendingRemovedForeground',
} as const;
