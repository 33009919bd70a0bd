import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { PNG } from 'pngjs';

export interface Frame {
	readonly png: Buffer;
	readonly ms: number;
}

/** Index of the palette for pixels that are as in the frame before. */
const unchanged = 255;

/** An endless animation of frames of one size, as a GIF: all frames share a palette, and each has only what changed. */
export function animation(frames: readonly Frame[]): Uint8Array {
	const pictures = frames.map(({ png, ms }) => ({ ...PNG.sync.read(png), ms }));
	const palette = quantize(Buffer.concat(pictures.map(({ data }) => sampled(data))), unchanged);
	const gif = GIFEncoder();
	let before: Uint8Array | undefined;
	for (const { data, width, height, ms } of pictures) {
		const pixels = applyPalette(data, palette);
		gif.writeFrame(before === undefined ? pixels : changed(pixels, before), width, height, {
			delay: ms,
			...(before === undefined ? { palette: [...palette, [0, 0, 0]] } : { transparent: true }),
			transparentIndex: unchanged,
			dispose: 1,
		});
		before = pixels;
	}
	gif.finish();
	return gif.bytes();
}

function changed(pixels: Uint8Array, before: Uint8Array): Uint8Array {
	return pixels.map((color, at) => (color === before[at] ? unchanged : color));
}

/** Every eleventh pixel: enough to know the colors. */
function sampled(rgba: Uint8Array): Uint8Array {
	const bytes = new Uint8Array(Math.ceil(rgba.length / 44) * 4);
	for (let from = 0, to = 0; from < rgba.length; from += 44, to += 4) {
		bytes.set(rgba.subarray(from, from + 4), to);
	}
	return bytes;
}
