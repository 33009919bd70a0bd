/** Texts that people paste or submit although they name no bug. */
export const emptyTexts: readonly { readonly name: string; readonly text: string }[] = [
	{
		name: 'praise',
		text: 'Thank you!\n\nI have used this for two years, and it has never let me down. Great work, keep it up.',
	},
	{
		name: 'question',
		text: 'How do I use this with Docker?\n\nIs there an example? I would like to run it in a container on our build server.',
	},
	{
		name: 'empty form',
		text: "[Bug]: \n\n### What happened?\n\n_No response_\n\n### What did you expect?\n\n_No response_\n\n### Version\n\n1.2.3\n\n### Relevant log output\n\n_No response_\n\n### Code of Conduct\n\n- [X] I agree to follow this project's Code of Conduct",
	},
	{
		name: 'form with comments',
		text: '<!-- Please search existing issues first. -->\n\n## Description\n\n<!-- Describe the bug. -->\n\n## Steps to reproduce\n\n1.\n2.\n3.\n\n## Environment\n\n- OS: Windows 11\n- Version: latest',
	},
	{
		name: 'does not work',
		text: 'It does not work\n\nI installed the latest version and it crashes. Please fix it as soon as possible!',
	},
	{
		name: 'release',
		text: 'When is the next release?\n\nThe last one is half a year old. There are many fixes on the main branch that we need.',
	},
	{
		name: 'feature',
		text: 'Support for dark mode\n\nIt would be nice to have a dark theme that follows the system, with a switch in the settings.',
	},
	{
		name: 'slow',
		text: 'Slow\n\nEverything got slower since the last update. It used to start in two seconds, now it takes ten.',
	},
	{
		name: 'license',
		text: 'License question\n\nMay we use this in a commercial product? The license file is not clear about redistribution.',
	},
	{
		name: 'chat',
		text: 'hi, can anybody help me with my homework? i need to sort a list of students by grade and print the best three',
	},
	{
		name: 'other program',
		text: 'Black screen after login\n\nAfter the update the desktop stays black, only the mouse pointer moves. Graphics card: Radeon RX 580, kernel 6.8.',
	},
	{
		name: 'typo',
		text: 'Typo in the documentation\n\nIn the second paragraph of the getting started page it says "teh".',
	},
];
