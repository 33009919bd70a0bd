import type { Frame } from 'playwright-core';

/** How a part of a drawing must differ from the background of the page: 4.5 for text, 3 for what else is to be seen. */
interface Required {
	readonly selector: string;
	readonly property: 'fill' | 'stroke';
	readonly ratio: number;
}

/** Which of these parts differ less from the background, with the contrast that they have; or are not on the page at all. */
export function lowContrasts(frame: Frame, parts: readonly Required[]): Promise<string[]> {
	return frame.evaluate(all => {
		const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
		if (context === null) {
			throw new Error('The browser draws on no canvas.');
		}
		const root = getComputedStyle(document.documentElement);
		const background = root.getPropertyValue('--vscode-editor-background');
		// As drawn: a color that is partly transparent lets the background through.
		const luminance = (...colors: readonly string[]) => {
			for (const color of colors) {
				context.fillStyle = color;
				context.fillRect(0, 0, 1, 1);
			}
			const [red = 0, green = 0, blue = 0] = [...context.getImageData(0, 0, 1, 1).data].map(value => {
				const part = value / 255;
				return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
			});
			return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
		};
		const behind = luminance(background);
		return all.flatMap(({ selector, property, ratio }) => {
			const elements = [...document.querySelectorAll(selector)];
			const contrasts = elements.map(element => {
				const shown = luminance(background, getComputedStyle(element)[property]);
				return (Math.max(shown, behind) + 0.05) / (Math.min(shown, behind) + 0.05);
			});
			const least = Math.min(...contrasts);
			return least >= ratio && contrasts.length > 0
				? []
				: [`${selector}: ${contrasts.length === 0 ? 'not there' : least.toFixed(2)}, not ${ratio}`];
		});
	}, parts);
}
