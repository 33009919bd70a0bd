import * as vscode from 'vscode';
import type { ContentKind } from '../../runs/pure/model/sentContent';
import { pickRow, showStatus } from '../display';
import { commands, contextKeys } from '../ids';
import { registerCommand } from '../registerCommand';
import type { Services } from '../services';

interface ConsentDeps extends Pick<Services, 'agreements' | 'codeSearch'> {
	readonly execution: Pick<Services['execution'], 'consents'>;
	readonly context: Pick<Services['context'], 'set'>;
}

/** A consent of the user that can be withdrawn. */
interface ConsentRow extends vscode.QuickPickItem {
	withdraw(): Promise<void> | void;
}

/** Registers the command that shows what the user agreed to in this workspace, and withdraws it. */
export function registerConsents(services: ConsentDeps & Pick<Services, 'log'>): vscode.Disposable {
	return vscode.Disposable.from(
		offerWithdrawal(services),
		registerCommand(services.log, commands.consentWithdraw, () => withdrawConsent(services)),
	);
}

/** Lets the palette have the command while there is something to withdraw. */
export function offerWithdrawal(services: ConsentDeps): vscode.Disposable {
	const { execution, agreements, codeSearch, context } = services;
	const offer = () => context.set(contextKeys.consentGiven, consentRows(services).length > 0);
	offer();
	return vscode.Disposable.from(
		execution.consents.onDidChange(offer),
		agreements.decisions.onDidChange(offer),
		codeSearch.decisions.onDidChange(offer),
	);
}

/** Shows what the user agreed to, and withdraws what they choose. */
export async function withdrawConsent(services: ConsentDeps): Promise<void> {
	const rows = consentRows(services);
	const all = { label: vscode.l10n.t('All of These'), withdraw: () => withdrawAll(rows) };
	const chosen = await pickRow(rows.length > 1 ? [...rows, all] : rows, {
		title: vscode.l10n.t('Withdraw Consent'),
		placeHolder: vscode.l10n.t('Faultline asks again before it does this in this workspace'),
	});
	if (chosen !== undefined) {
		await chosen.withdraw();
		showStatus(vscode.l10n.t('Faultline asks again from now on'), statusMs);
	}
}

async function withdrawAll(rows: readonly ConsentRow[]): Promise<void> {
	for (const row of rows) {
		await row.withdraw();
	}
}

function consentRows({ execution: { consents }, agreements, codeSearch }: ConsentDeps): readonly ConsentRow[] {
	const kinds = consents.kinds.map(kind => ({
		label:
			kind === 'sandboxed'
				? vscode.l10n.t('Run programs in a sandbox')
				: vscode.l10n.t('Run programs without a sandbox'),
		description: consents.allowsNetwork(kind)
			? vscode.l10n.t('with network access')
			: vscode.l10n.t('without network access'),
		withdraw: () => consents.withdraw(kind),
	}));
	const runs = { label: vscode.l10n.t('What you chose for single runs'), withdraw: () => consents.forgetRuns() };
	const servers = Object.entries(agreements.decisions.all).map(([server, sent]) => ({
		label: vscode.l10n.t('Send to {0} without a review', server),
		description: sent.map(contentName).join(', '),
		withdraw: () => agreements.decisions.forget(server),
	}));
	const searches = Object.entries(codeSearch.decisions.all).map(([address, allowed]) => ({
		label: allowed ? vscode.l10n.t('Ask the code search server') : vscode.l10n.t('Never ask the code search server'),
		description: address,
		withdraw: () => codeSearch.decisions.forget(address),
	}));
	return [...kinds, ...(consents.hasRuns ? [runs] : []), ...servers, ...searches];
}

function contentName(kind: ContentKind): string {
	switch (kind) {
		case 'issue':
			return vscode.l10n.t('issue');
		case 'code':
			return vscode.l10n.t('code');
		case 'output':
			return vscode.l10n.t('output of programs');
	}
}

const statusMs = 5000;
