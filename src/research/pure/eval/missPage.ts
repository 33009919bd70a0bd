import type { Contribution } from '../../../localizer/pure/additive/rankedCode';
import { emptyRanking } from '../../../runs/pure/model/location';
import { htmlLine, styleDigest } from '../../../sharing/pure/report/htmlText';
import { fillTemplate } from '../../../system/pure/text/fillTemplate';
import type { RankedIssue } from './evalReport';
import type { ExplainedFunction, ExplainedPlaces } from './explainedPlaces';
import page from './missPage.md';

/** The page ends with a note after this many characters: browsers show larger ones slowly. */
const sizeLimit = 4_000_000;
/** An issue is a miss if a fixed file is not first, or a fixed function not among this many. */
const mostFunctions = 10;

/**
 * Why fixed functions are missed: for each, the addition of each feature to its score, beside the first function that
 * was not fixed. One page without scripts. `explained`: by id; issues not in it are shown without features.
 */
export async function missPage(
	issues: readonly RankedIssue[],
	explained: ReadonlyMap<string, ExplainedPlaces | undefined>,
): Promise<string> {
	const misses = issues.filter(isMiss);
	const sections: string[] = [];
	let size = 0;
	for (const issue of misses) {
		const section = issueSection(issue, explained.get(issue.id));
		size += section.length;
		if (size > sizeLimit) {
			break;
		}
		sections.push(section);
	}
	const nLeft = misses.length - sections.length;
	return fillTemplate(page, {
		digest: await styleDigest(page),
		...{ nMisses: `${misses.length}`, nIssues: `${issues.length}`, mostFunctions: `${mostFunctions}` },
		sections: sections.join('\n'),
		leftOut: nLeft === 0 ? '' : `<p>${nLeft} more are left out: this page would be too large. Use --only.</p>`,
	});
}

function isMiss({ gold, rankings }: RankedIssue): boolean {
	const { files, functions } = Object.values(rankings)[0] ?? emptyRanking;
	const [firstFiles, firstFunctions] = [files.slice(0, gold.files.length), functions.slice(0, mostFunctions)];
	return gold.files.some(file => !firstFiles.includes(file)) || gold.functions.some(id => !firstFunctions.includes(id));
}

function issueSection({ id, gold, traits, rankings }: RankedIssue, places: ExplainedPlaces | undefined): string {
	const { files } = Object.values(rankings)[0] ?? emptyRanking;
	const ranks = gold.files.map(file => `${code(file)} ${rankText(files.indexOf(file) + 1 || undefined)}`);
	const winner = places?.others[0];
	return `<h2>${htmlLine(id)}</h2>
<p>${htmlLine(traitsText(traits))}<br>Fixed file: ${ranks.join(', ')}; first: ${code(files[0] ?? '')}</p>
${(places?.gold ?? []).map(fixed => comparison(fixed, winner)).join('\n')}
${gold.functions
	.filter(each => !places?.gold.some(({ id: found }) => found === each))
	.map(notRanked)
	.join('\n')}
${places === undefined || places.others.length === 0 ? '' : `<p>First of what was not fixed: ${places.others.map(each => `${code(each.id)} (${(each.score ?? 0).toFixed(3)})`).join(', ')}</p>`}`;
}

function traitsText({ repository, language, text, fixed }: RankedIssue['traits']): string {
	return [repository, language, text, fixed === 'no symbol' ? 'no function fixed' : `what was fixed is ${fixed}`].join(
		' · ',
	);
}

function notRanked(id: string): string {
	return `<p>${code(id)} is no candidate, or was not evaluated.</p>`;
}

/** One row for each feature, the ones that cost the most first. */
function comparison(fixed: ExplainedFunction, winner: ExplainedFunction | undefined): string {
	const byFeature = ({ contributions }: ExplainedFunction) => new Map(contributions.map(each => [each.feature, each]));
	const [own, others] = [byFeature(fixed), winner === undefined ? new Map<string, Contribution>() : byFeature(winner)];
	const rows = [...new Set([...own.keys(), ...others.keys()])]
		.map(feature => ({ feature, own: own.get(feature), other: others.get(feature) }))
		.sort((a, b) => lead(a) - lead(b));
	const beside = winner === undefined ? '' : `, beside ${code(winner.id)} ${rankText(winner.rank)}`;
	const sums = { own: fixed.score ?? 0, other: winner?.score ?? 0 };
	return `<p>${code(fixed.id)} ${rankText(fixed.rank)}${beside}</p>
<table><tr><th>feature</th><th>fixed: value</th><th>contributes</th><th>other: value</th><th>contributes</th><th>difference</th></tr>
${rows.map(featureRow).join('\n')}
<tr><th>score</th><td></td><td>${sums.own.toFixed(3)}</td><td></td><td>${sums.other.toFixed(3)}</td><td>${signed(sums.own - sums.other)}</td></tr></table>`;
}

interface FeatureRow {
	readonly feature: string;
	readonly own: Contribution | undefined;
	readonly other: Contribution | undefined;
}

function featureRow({ feature, own, other }: FeatureRow): string {
	const cells = [own, other].flatMap(each => [each?.value?.toFixed(2) ?? '-', each?.score.toFixed(3) ?? '-']);
	const difference = lead({ own, other });
	const kind = difference === 0 ? '' : ` class="${difference > 0 ? 'more' : 'less'}"`;
	return `<tr><td>${htmlLine(feature)}</td>${cells.map(cell => `<td>${cell}</td>`).join('')}<td${kind}>${signed(difference)}</td></tr>`;
}

function lead({ own, other }: Pick<FeatureRow, 'own' | 'other'>): number {
	return (own?.score ?? 0) - (other?.score ?? 0);
}

function signed(value: number): string {
	return `${value > 0 ? '+' : ''}${value.toFixed(3)}`;
}

function rankText(rank: number | undefined): string {
	return rank === undefined ? '(not ranked)' : `(rank ${rank})`;
}

function code(text: string): string {
	return `<code>${htmlLine(text)}</code>`;
}
