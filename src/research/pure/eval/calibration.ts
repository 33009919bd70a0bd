/** A place that was ranked, with the likelihood that was stated, 0..1. */
export interface StatedPlace {
	readonly likelihood: number;
	readonly isFixed: boolean;
}

/** The places with about the same stated likelihood. */
export interface CalibrationBin {
	/** The least likelihood in it. */
	readonly from: number;
	readonly nPlaces: number;
	/** Means, 0..1. */
	readonly stated: number;
	readonly observed: number;
}

export interface Calibration {
	/** Expected calibration error (Naeini, Cooper and Hauskrecht 2015): the mean distance of stated from observed, by place. */
	readonly error: number;
	/** Those with places. */
	readonly bins: readonly CalibrationBin[];
}

const nBins = 10;

/** How often places were fixed, beside how likely that was stated to be: in ten equal parts of 0..1. */
export function calibrationOf(places: readonly StatedPlace[]): Calibration {
	const bins = Array.from({ length: nBins }, (_, at) => at / nBins).flatMap((from, at) => {
		const own = places.filter(({ likelihood }) => Math.min(nBins - 1, Math.floor(likelihood * nBins)) === at);
		return own.length === 0
			? []
			: [
					{
						...{ from, nPlaces: own.length },
						stated: mean(own.map(({ likelihood }) => likelihood)),
						observed: mean(own.map(({ isFixed }) => Number(isFixed))),
					},
				];
	});
	const error = bins.reduce((sum, { stated, observed, nPlaces }) => sum + Math.abs(stated - observed) * nPlaces, 0);
	return { error: places.length === 0 ? 0 : error / places.length, bins };
}

function mean(values: readonly number[]): number {
	return values.reduce((sum, value) => sum + value, 0) / values.length;
}
