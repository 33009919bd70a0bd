import type { OurIndex } from './indexTheseFiles';

/** What peer_index.py prints. Rows are `[file, name, line of the class or def keyword]`. */
export interface PeerIndex {
	readonly peer: string;
	readonly files: readonly string[];
	readonly ms: number;
	readonly tables: Readonly<Record<string, readonly (readonly [string, string, number])[]>>;
}

export interface TableComparison {
	readonly kind: string;
	readonly nPeer: number;
	readonly nFound: number;
	readonly missing: readonly string[];
}

/** For each of the peer's tables: how many of its definitions (file, name and line) the other index holds. */
export function compareTables(peer: PeerIndex, ours: OurIndex): TableComparison[] {
	const have = new Set(ours.symbols.map(keyOf));
	return Object.entries(peer.tables).map(([kind, rows]) => {
		const keys = [...new Set(rows.map(keyOf))];
		const missing = keys.filter(key => !have.has(key));
		return { kind, nPeer: keys.length, nFound: keys.length - missing.length, missing };
	});
}

function keyOf([file, name, line]: readonly [string, string, number]): string {
	return `${file}:${line} ${name}`;
}
