import type { NamedPlace } from '../../../../src/localizer/pure/resolve/namedPlaces';
import type { NamingContext } from '../../../../src/localizer/pure/resolve/resolvePlaces';
import { type ResolvedPlaces, resolvePlaces } from '../../../../src/localizer/pure/resolve/resolvePlaces';
import { placeText } from '../../../../src/runs/pure/model/placeText';
import { type MemoryWorkspace, memoryWorkspace } from '../../../support/memoryWorkspace';

type Texts = Readonly<Record<string, string | Uint8Array>>;
/** A place as a model names it, mostly without the intended behavior. */
type Named = Omit<NamedPlace, 'intendedBehavior'> & { readonly intendedBehavior?: string };

export interface ResolveProject {
	readonly workspace: MemoryWorkspace;
	resolve(named: readonly Named[], naming?: Partial<NamingContext>): Promise<ResolvedPlaces>;
}

/** A project of some texts in which places are named as a model names them, in an answer of the node `r3`. */
export async function resolveProject(texts: Texts): Promise<ResolveProject> {
	const workspace = await memoryWorkspace(texts);
	return {
		workspace,
		resolve: (named, naming = {}) =>
			resolvePlaces(
				named.map(each => ({ intendedBehavior: '', ...each })),
				workspace,
				{ node: 'r3', ...naming },
			),
	};
}

/** `path:startLine-endLine class method` of each location. */
export function locationsOf({ locations }: ResolvedPlaces): string[] {
	return locations.map(location =>
		[placeText(location), location.class, location.method].filter(part => part !== undefined).join(' '),
	);
}

/** `why path:startLine-endLine class method` of each context place. */
export function contextOf({ context }: ResolvedPlaces): string[] {
	return context.map(place =>
		[place.why, placeText(place), place.class, place.method].filter(part => part !== undefined).join(' '),
	);
}

export function problemsOf({ unresolved }: ResolvedPlaces): string[] {
	return unresolved.map(({ problem }) => problem);
}
