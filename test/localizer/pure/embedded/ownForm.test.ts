import assert from 'node:assert/strict';
import { makeBrief } from '../../../../src/localizer/pure/brief/makeBrief';
import { OwnForm } from '../../../../src/localizer/pure/brief/ownForm';
import { installedGrammars } from '../../../support/grammars';
import { memoryWorkspace } from '../../../support/memoryWorkspace';
import { locateRun } from './locateRun';

const markdown = `---
name: Bug report
---

## Describe the drawer
<!-- What did you put in it? -->
A clear and concise description of what the shop window showed.

- Till version:
- Register type (e.g. paper):

Please make sure that the invoice printer of our partner is connected.
`;

const yaml = `name: Bug
body:
  - type: markdown
    attributes:
      value: |
        To get help from other cashiers, ask in the forum of the guild.
  - type: textarea
    attributes:
      label: Which coupon did you use?
      description: The printed code below the barcode
`;

const form = new OwnForm([markdown, yaml]);

describe('the form that a project has for its issues', () => {
	for (const line of [
		'## Describe the drawer',
		'**Describe the drawer**',
		'A clear and concise description of what the shop window showed.',
		'- Till version: 3.7',
		'Till version:',
		'- Register type (e.g. paper): paper',
		'### Which coupon did you use?',
		'The printed code below the barcode',
		'To get help from other cashiers, ask in the',
		'> Please make sure that the invoice printer of our partner is connected.',
	]) {
		it(`has the line “${line}”`, () => assert.equal(form.has(line), true));
	}

	for (const line of [
		'',
		'---',
		'The drawer stays shut.',
		'the invoice printer',
		'Till version 3.7 fails as well',
		'Till version: the newest one that fails is 3.7',
		'for the',
	]) {
		it(`does not have the line “${line}”`, () => assert.equal(form.has(line), false));
	}

	it('is read from the places where GitHub and GitLab look for it', async () => {
		const workspace = await memoryWorkspace({
			'.github/ISSUE_TEMPLATE/bug.yml': 'label: Which coupon did you use?\n',
			'.gitlab/issue_templates/Bug.md': '## Describe the drawer\n',
			'docs/issue_template.md': 'Tell us about the invoice\n',
			'docs/invoice.md': 'The invoice is printed twice\n',
		});
		const found = await OwnForm.of(workspace);
		const lines = ['Which coupon did you use?', 'Describe the drawer', 'Tell us about the invoice'];
		assert.deepEqual(
			lines.map(line => found.has(line)),
			[true, true, true],
		);
		assert.equal(found.has('The invoice is printed twice'), false);
	});

	it('gives an issue no words, names and expectations, only its answers do', () => {
		const body = [
			'Describe the drawer',
			'It stays shut.',
			'Please make sure that the invoice printer of our partner is connected.',
			'- Till version: 3.7',
		].join('\n');
		const issue = { title: 'It fails', body, source: { kind: 'text' as const } };
		const brief = makeBrief(issue, installedGrammars().languages, form);
		assert.equal(brief.prose.trim(), 'It stays shut.');
		assert.equal(brief.form?.length, 3);
	});

	it('keeps code in fences: an example of the reporter may be the one of the form', () => {
		const own = new OwnForm(['```\nopen_drawer(3)\n```']);
		const body = 'It stays shut.\n\n```\nopen_drawer(3)\n```\n';
		const issue = { title: 'It fails', body, source: { kind: 'text' as const } };
		assert.deepEqual(makeBrief(issue, installedGrammars().languages, own).codeBlocks, ['open_drawer(3)']);
	});

	it('does not lead to code that only the form speaks of', async () => {
		const files = {
			'.github/ISSUE_TEMPLATE.md': markdown,
			'invoice_printer.py': `class InvoicePrinter:
    def connect(self, partner):
        """Connect the invoice printer of a partner."""
        return partner.invoice_printer()
`,
			'drawer.py': `def push(drawer):
    drawer.shut = True
    return drawer
`,
		};
		const body = `The drawer stays shut.\n\nPlease make sure that the invoice printer of our partner is connected.\n`;
		const issue = { title: 'The drawer stays shut', body, source: { kind: 'text' as const } };
		const { run } = await locateRun(await memoryWorkspace(files), issue);
		const named = run.selected.locations.map(({ file }) => file);
		assert.equal(named[0], 'drawer.py');
		assert.equal(
			run.selected.locations.some(each => each.file === 'invoice_printer.py' && each.evidence.length > 0),
			false,
		);
	});
});
