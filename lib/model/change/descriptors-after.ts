import {
  computeDescriptors,
  descriptorNodegroups,
  type Descriptors,
  type ReferencedNeeds,
} from '../descriptors/descriptors.ts';
import type { Labels } from '../datatypes/datatype.ts';
import type { CompiledDescriptors, CompiledGraph } from '../graphs/compiled.ts';
import type { StoredTile } from './stored.ts';

/** The texts that names are made of. */
export type DescriptorTexts = {
  readonly labels: Labels;
  readonly needs: ReferencedNeeds;
  /** Language tags that descriptors are written in. */
  readonly languages: readonly string[];
};

const kinds: readonly (readonly [keyof CompiledDescriptors, string])[] = [
  ['name', 'name'],
  ['description', 'description'],
  ['mapPopup', 'map_popup'],
];

/**
 * The descriptors of a resource instance after a change. Texts whose nodegroup the change does not touch stay as they are: also
 * those that are made of what the writer may not read.
 * @param before undefined for a new resource instance
 * @param touched the nodegroups of the tiles that change
 * @param tiles as they are afterwards
 * @returns undefined where none of them can have changed
 */
export function descriptorsAfter(
  graph: CompiledGraph,
  before: Descriptors | undefined,
  touched: ReadonlySet<string>,
  tiles: readonly StoredTile[],
  { labels, needs, languages }: DescriptorTexts,
): Descriptors | undefined {
  const isTouched = (kind: keyof CompiledDescriptors): boolean => {
    const nodegroupId = graph.descriptors[kind]?.nodegroupId ?? null;
    return before === undefined || (nodegroupId !== null && touched.has(nodegroupId));
  };
  const changing = new Set(kinds.filter(([kind]) => isTouched(kind)).map(([, name]) => name));
  if (changing.size === 0) return undefined;
  const computed = computeDescriptors(graph, firstTiles(graph, tiles), labels, needs, languages);
  const tags = new Set([...Object.keys(before ?? {}), ...Object.keys(computed)]);
  const merged = [...tags].map((tag) => {
    const kept = Object.entries(before?.[tag] ?? {}).filter(([name]) => !changing.has(name));
    const made = Object.entries(computed[tag] ?? {}).filter(([name]) => changing.has(name));
    return [tag, Object.fromEntries([...kept, ...made])] as const;
  });
  return Object.fromEntries(merged.filter(([, texts]) => Object.keys(texts).length > 0));
}

/** The data of the first tile (sort order, id) of each nodegroup that a template names. */
function firstTiles(
  graph: CompiledGraph,
  tiles: readonly StoredTile[],
): ReadonlyMap<string, StoredTile['data']> {
  const nodegroups = new Set(descriptorNodegroups(graph));
  const first = new Map<string, StoredTile>();
  for (const tile of tiles) {
    if (!nodegroups.has(tile.nodegroupId)) continue;
    const known = first.get(tile.nodegroupId);
    if (known === undefined || comesBefore(tile, known)) first.set(tile.nodegroupId, tile);
  }
  return new Map([...first].map(([nodegroupId, { data }]) => [nodegroupId, data]));
}

function comesBefore(one: StoredTile, other: StoredTile): boolean {
  const [left, right] = [one.sortOrder ?? 0, other.sortOrder ?? 0];
  return left === right ? one.tileId < other.tileId : left < right;
}
