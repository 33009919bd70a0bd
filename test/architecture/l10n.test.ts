import assert from 'node:assert/strict';
import { parseSource, readSources } from './sourceFile';
import { untranslated } from './untranslated';

/** Their texts go through `t`, or `engineText` if the engine writes them. */
const rooms = ['src/editor/', 'src/webview/'];

describe('texts of the interface', () => {
	const check = async (text: string, path: string) => untranslated(await parseSource(path, text));

	it('can be translated', async () => {
		const sources = (await readSources()).filter(({ path }) => rooms.some(room => path.startsWith(room)));
		assert.ok(sources.length > 200);
		assert.deepEqual(sources.flatMap(untranslated), []);
	});

	for (const text of [
		`showMessage('Information', 'done');`,
		`showMessage('Warning', \`\${n} files\`, again);`,
		`askModal(question, isNew ? 'new' : vscode.l10n.t('old'), remove);`,
		`showStatus('$(check) copied', 5000);`,
		`withStatus(\`Faultline: \${title} runs\`, work);`,
		`treeItem('rounds', {});`,
		`codeLens(range, { title: '$(close) Discard', command });`,
		`setShown(item, { tooltip: \`\${a} of \${b}\`, text });`,
		`pickRow(rows, { placeHolder: 'choose' });`,
		`askInput({ validateInput: text => (text === '' ? 'needed' : undefined) });`,
		`const rows = [{ label: name, description: isShown ? 'shown' : '' }];`,
		`pick.title = 'runs';`,
		`appendPlain(hover, ['seen', by].join(' '));`,
		`const show = 'Show Run';`,
		`const open = 'Open';`,
		`const text = \`Undo \${name} everywhere\`;`,
		`const names = { commit: 'Making the commit' };`,
		`const terminal = vscode.window.createTerminal({ name: 'The terminal' });`,
	]) {
		it(`are found in ${text}`, async () => {
			assert.equal((await check(text, 'src/editor/runs/a.ts')).length, 1);
		});
	}

	for (const text of [
		`const view = <p>Nothing yet</p>;`,
		`const view = <p>{n} rounds</p>;`,
		`const view = <p>{isDone ? 'done' : t('running')}</p>;`,
		`const view = <button aria-label="close" />;`,
		`const view = <button title={\`close \${name}\`} />;`,
		`const view = <input placeholder="issue" />;`,
		`const view = <Section heading="All of them" />;`,
	]) {
		it(`are found in ${text}`, async () => {
			assert.equal((await check(text, 'src/webview/a.tsx')).length, 1);
		});
	}

	for (const text of [
		`showMessage('Information', vscode.l10n.t('{0} is done', name), vscode.l10n.t('Open'));`,
		`showStatus(\`$(check) \${vscode.l10n.t('copied')}\`, 5000);`,
		`setShown(item, { text: engineText(counted(n, 'less likely location')), name: 'Faultline' });`,
		`throw new UserError('Nothing is selected. Select a text.', { cures: [{ kind: 'retry' }] });`,
		`const gone = 'This is gone. Open it again.'; throw new UserError(gone);`,
		`log.error('The index could not be updated.', error);`,
		`this.deps.log.warn(\`\${path} cannot be read\`);`,
		`if (message === 'Not allowed') {}`,
		`type Kind = 'in a file' | 'in a folder';`,
		`const kind = 'command';`,
		`askInput({ placeHolder: 'https://example.org/issues/1' });`,
		`const style = { textDecoration: 'none; border-radius: 4px' };`,
	]) {
		it(`are not seen in ${text}`, async () => {
			assert.deepEqual(await check(text, 'src/editor/runs/a.ts'), []);
		});
	}

	for (const text of [
		`const view = <p class="long line">{t('Nothing yet')}</p>;`,
		`const view = <button aria-label={t('close')} type="button">×</button>;`,
		`const view = <p>{count} / {of}</p>;`,
		`const view = <p>{engineText(node.summary)}</p>;`,
		`const names = { review: t({ message: 'Review', comment: 'a phase of the run' }) };`,
	]) {
		it(`are not seen in ${text}`, async () => {
			assert.deepEqual(await check(text, 'src/webview/a.tsx'), []);
		});
	}
});
