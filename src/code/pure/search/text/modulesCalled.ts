import { findFiles } from '../fileQuery';
import type { NameQuery } from '../names/nameQuery';
import type { SearchContext } from '../searchContext';

const fileLimit = 10;

/** The files a name may mean: a file, a module, or a small folder; `pkg.module` is `pkg/module` with any extension. */
export async function modulesCalled(context: SearchContext, { owners, name }: NameQuery): Promise<readonly string[]> {
	const { paths, how } = await findFiles(context, [...owners, name].join('/'));
	return (how === 'written' || how === 'folder') && paths.length <= fileLimit ? paths : [];
}
