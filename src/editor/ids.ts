/** The ids that package.json declares; test/architecture compares the two. */
export const commands = {
	runStart: 'faultline.run.start',
	runStartFromSelection: 'faultline.run.startFromSelection',
	runStartFromTest: 'faultline.run.startFromTest',
	runStartFromProblem: 'faultline.run.startFromProblem',
	runStartFromCommand: 'faultline.run.startFromCommand',
	runStartFromCi: 'faultline.run.startFromCi',
	runCancel: 'faultline.run.cancel',
	runResume: 'faultline.run.resume',
	runPause: 'faultline.run.pause',
	runContinue: 'faultline.run.continue',
	runRetryNow: 'faultline.run.retryNow',
	runFix: 'faultline.run.fix',
	roundGiveFeedback: 'faultline.round.giveFeedback',
	branchShow: 'faultline.branch.show',
	branchPrune: 'faultline.branch.prune',
	branchRestore: 'faultline.branch.restore',
	memoryClose: 'faultline.memory.close',
	memoryOpen: 'faultline.memory.open',
	memoryPin: 'faultline.memory.pin',
	memoryUnpin: 'faultline.memory.unpin',
	requestShowSent: 'faultline.request.showSent',
	runsShow: 'faultline.runs.show',
	runsRename: 'faultline.runs.rename',
	runsRemove: 'faultline.runs.remove',
	runsCompare: 'faultline.runs.compare',
	reviewChanges: 'faultline.review.changes',
	reviewJudge: 'faultline.review.judge',
	reviewRemember: 'faultline.review.remember',
	runsImport: 'faultline.runs.import',
	runsOpenFile: 'faultline.runs.openFile',
	runsExport: 'faultline.runs.export',
	runReplay: 'faultline.run.replay',
	locationOpen: 'faultline.location.open',
	locationNext: 'faultline.location.next',
	locationPrevious: 'faultline.location.previous',
	locationGoToRound: 'faultline.location.goToRound',
	locationDismiss: 'faultline.location.dismiss',
	locationRestore: 'faultline.location.restore',
	marksClear: 'faultline.marks.clear',
	marksShow: 'faultline.marks.show',
	heatShow: 'faultline.heat.show',
	heatClear: 'faultline.heat.clear',
	traceTest: 'faultline.trace.test',
	traceClear: 'faultline.trace.clear',
	culpritFind: 'faultline.culprit.find',
	failureOpen: 'faultline.failure.open',
	failureShowLines: 'faultline.failure.showLines',
	failureShowTrace: 'faultline.failure.showTrace',
	failureShowCulprit: 'faultline.failure.showCulprit',
	failureFix: 'faultline.failure.fix',
	failureHide: 'faultline.failure.hide',
	patchOpenDiff: 'faultline.patch.openDiff',
	patchReview: 'faultline.patch.review',
	patchAccept: 'faultline.patch.accept',
	patchReject: 'faultline.patch.reject',
	patchSaveAs: 'faultline.patch.saveAs',
	patchCopyDiff: 'faultline.patch.copyDiff',
	patchCompare: 'faultline.patch.compare',
	patchPick: 'faultline.patch.pick',
	patchUndo: 'faultline.patch.undo',
	deliveryHandOn: 'faultline.delivery.handOn',
	deliverySavePatch: 'faultline.delivery.savePatch',
	deliveryCommit: 'faultline.delivery.commit',
	pullRequestOpen: 'faultline.pullRequest.open',
	pullRequestCreate: 'faultline.pullRequest.create',
	pullRequestShowChanges: 'faultline.pullRequest.showChanges',
	pullRequestDiscard: 'faultline.pullRequest.discard',
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
	trajectoryOpenInEditor: 'faultline.trajectory.openInEditor',
	trajectoryOpenAsText: 'faultline.trajectory.openAsText',
	testsRun: 'faultline.tests.run',
	consentWithdraw: 'faultline.consent.withdraw',
	modelChoose: 'faultline.model.choose',
	modelTest: 'faultline.model.test',
	modelSetKey: 'faultline.model.setKey',
	mcpCopyConfiguration: 'faultline.mcp.copyConfiguration',
	menuShow: 'faultline.menu.show',
	sampleOpen: 'faultline.sample.open',
	sampleLocate: 'faultline.sample.locate',
	walkthroughOpen: 'faultline.walkthrough.open',
} as const;

/** Command ids of earlier versions, which users' keybindings may name, with the command that each one runs now. */
export const formerCommands: Readonly<Record<string, string>> = {
	'faultline.chooseModel': commands.modelChoose,
	'faultline.testModel': commands.modelTest,
	'faultline.run.goOn': commands.runContinue,
	'faultline.patch.restoreFiles': commands.patchUndo,
	'faultline.runs.open': commands.runsShow,
	'faultline.failure.askAgain': commands.consentWithdraw,
	'faultline.model.reviewAgain': commands.consentWithdraw,
};

export const views = {
	container: 'faultline',
	trajectory: 'faultline.trajectory',
	failure: 'faultline.failure',
} as const;

/** The ids by which other parts of VS Code reach Faultline. */
export const doors = {
	chat: 'faultline.chat',
	mcpServers: 'faultline.mcpServers',
} as const;

/** Of the names of language model tools, which all extensions share. */
export const toolPrefix = 'faultline_';

export const contextKeys = {
	/** A run is active in this window. */
	runActive: 'faultline.runActive',
	/** There is a problem at the cursor whose cause may be elsewhere. */
	problemAtCursor: 'faultline.problemAtCursor',
	/** A command failed in a terminal of this window. */
	commandFailed: 'faultline.commandFailed',
	/** The picker of runs is open. */
	runPickerOpen: 'faultline.runPickerOpen',
	/** The views show a run. */
	runShown: 'faultline.runShown',
	/** The run shown uses a model and is active in this window, and no pause was requested. */
	runPausable: 'faultline.runPausable',
	/** The run shown is waiting in this window for the user, or is about to. */
	runPaused: 'faultline.runPaused',
	/** A request of the run shown failed and waits for its next try. */
	runRetrying: 'faultline.runRetrying',
	/** The run shown is not active and has locations without a patch. */
	runFixable: 'faultline.runFixable',
	/** The run shown has sent a request to a model. */
	modelAsked: 'faultline.modelAsked',
	/** The run shown stopped before its end and can continue. */
	runResumable: 'faultline.runResumable',
	/**
	 * The walkthrough was opened in this window: VS Code ticks its steps only for conditions that become true after that.
	 */
	walkthroughOpen: 'faultline.walkthroughOpen',
	/** The sample project is open in this window. */
	sampleOpen: 'faultline.sampleOpen',
	/** A location was opened in this window. */
	locationOpened: 'faultline.locationOpened',
	/** The run shown has locations that are not dismissed. */
	hasLocations: 'faultline.hasLocations',
	/** Locations of the run shown are marked in the editor. */
	marksShown: 'faultline.marksShown',
	/** The run shown has locations, and their marks are cleared. */
	marksCleared: 'faultline.marksCleared',
	/** Tests of the project were measured in the run shown, and their suspicious lines are hidden. */
	heatHidden: 'faultline.heatHidden',
	/** Suspicious lines are shown in the gutter. */
	heatShown: 'faultline.heatShown',
	/** The values of a failed test are at the ends of lines. */
	traceShown: 'faultline.traceShown',
	/** The card of a failure is shown. */
	failureShown: 'faultline.failureShown',
	/** The user agreed in this workspace to run programs or to send text without being asked again. */
	consentGiven: 'faultline.consentGiven',
	/** The run shown has patches. */
	hasPatches: 'faultline.hasPatches',
	/** The run shown has at least two patches. */
	hasSeveralPatches: 'faultline.hasSeveralPatches',
	/** Changes of a patch of the run shown are accepted. */
	hasAccepted: 'faultline.hasAccepted',
	/** Changes of a patch are under review and pending. */
	hasPendingHunks: 'faultline.hasPendingHunks',
	/** Changes of the working tree are under review. */
	reviewsTree: 'faultline.reviewsTree',
	/** The review document in the active editor has pending changes. */
	fileHasPendingHunks: 'faultline.fileHasPendingHunks',
	/** The caret is in a pending change. */
	caretInPendingHunk: 'faultline.caretInPendingHunk',
	/** The state of the index: the `state` of `WorkspaceStatus`. */
	workspaceState: 'faultline.workspaceState',
	/** The kind of model in use: the `kind` of `ModelChoice`. */
	modelKind: 'faultline.modelKind',
	/** How much of each round the trajectory shows: `simple` or `full`. */
	detail: 'faultline.detail',
} as const;

export const colors = {
	rangeBackground: 'faultline.locationRangeBackground',
	laterRangeBackground: 'faultline.laterLocationRangeBackground',
	rangeBorder: 'faultline.locationRangeBorder',
	laterRangeBorder: 'faultline.laterLocationRangeBorder',
	overviewRuler: 'faultline.locationOverviewRuler',
	laterOverviewRuler: 'faultline.laterLocationOverviewRuler',
	badgeForeground: 'faultline.locationBadgeForeground',
	badgeBackground: 'faultline.locationBadgeBackground',
	endOfLineForeground: 'faultline.locationEndOfLineForeground',
	pendingLineBackground: 'faultline.pendingLineBackground',
	pendingRemovedForeground: 'faultline.pendingRemovedForeground',
} as const;
