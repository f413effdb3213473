import { isEqualValue } from '../../model/change/compare-values.ts';
import type { IntendedTiles, IntendedTile } from '../../model/change/intended-tiles.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import type { IncomingNode } from '../incoming-value.ts';
import type { Shape } from '../shape.ts';
import { matchInShape } from './match-in-shape.ts';
import type { MatchInput, MatchResult } from './match-input.ts';
import { matchModel, type Model } from './model.ts';
import { shapeUnclear } from './problems.ts';

/**
 * Matches a document in both shapes, because its shape is not clear. The document is accepted if both results agree, or if one of them
 * repeats the stored tiles, all together or value by value.
 * @param likelier the shape whose problems are reported if the document is valid in neither shape
 */
export function matchInBothShapes(
  document: IncomingNode,
  input: MatchInput,
  likelier: Shape,
): MatchResult {
  const ids: string[] = [];
  const matchedAs = (shape: Shape): MatchResult => {
    // New tiles get the same ids in both results, so that the results can be compared.
    let made = 0;
    const newId = (): string => (ids[made++] ??= input.newId());
    return matchInShape(document, { ...input, shape, newId });
  };
  const both = [matchedAs('specification'), matchedAs('linked')] as const;
  const unchanged = both.find((one) => one.kind === 'read' && isStored(one.intended, input));
  if (unchanged !== undefined) return unchanged;
  const [specification, linked] = both;
  if (specification.kind === 'read' && linked.kind === 'read')
    return agreed(document, specification, linked, input);
  if (specification.kind === 'refused' && linked.kind === 'refused')
    return likelier === 'linked' ? linked : specification;
  const problems = both.flatMap((one) => (one.kind === 'refused' ? one.problems : []));
  return { kind: 'refused', problems: [shapeUnclear(document.pointer), ...problems] };
}

/** Whether the intended tiles are the stored ones, without any change. */
function isStored({ tiles, deleted }: IntendedTiles, { stored }: MatchInput): boolean {
  if (stored.length === 0 || deleted.length > 0) return false;
  const byId = new Map(stored.map((tile) => [tile.tileId, tile]));
  return tiles.every((tile) => {
    const before = byId.get(tile.tileId);
    return (
      before?.parentTileId === tile.parentTileId &&
      nodeIdsOf(tile, before).every((nodeId) =>
        isEqualValue(tile.data[nodeId], before.data[nodeId]),
      )
    );
  });
}

const nodeIdsOf = (...tiles: readonly Pick<IntendedTile, 'data'>[]): readonly string[] => [
  ...new Set(tiles.flatMap(({ data }) => Object.keys(data))),
];

type Read = Extract<MatchResult, { readonly kind: 'read' }>;

function agreed(
  document: IncomingNode,
  specification: Read,
  linked: Read,
  input: MatchInput,
): MatchResult {
  const unclear: MatchResult = { kind: 'refused', problems: [shapeUnclear(document.pointer)] };
  const { intended } = specification;
  if (!areTilesSame(intended, linked.intended)) return unclear;
  const { graph, baseUrls, stored } = input;
  const model = matchModel(graph, baseUrls[0] ?? '');
  const storedTiles = new Map(stored.map((tile) => [tile.tileId, tile]));
  const others = new Map(linked.intended.tiles.map((tile) => [tile.tileId, tile]));
  const problems: DocumentProblem[] = [];
  const tiles = intended.tiles.map((tile) => {
    const other = others.get(tile.tileId) ?? tile;
    const data = { ...tile.data };
    for (const nodeId of nodeIdsOf(tile, other)) {
      const value = agreedValue(nodeId, [tile, other], storedTiles.get(tile.tileId), model);
      if (value === undefined)
        problems.push(shapeUnclear(tile.pointers[nodeId] ?? document.pointer));
      else data[nodeId] = value;
    }
    return { ...tile, data };
  });
  if (problems.length > 0) return { kind: 'refused', problems };
  return { ...specification, intended: { ...intended, tiles } };
}

/** Whether two results have the same tiles with the same parents. Their values are not compared. */
function areTilesSame(one: IntendedTiles, other: IntendedTiles): boolean {
  const placesOf = ({ tiles, deleted }: IntendedTiles): ReadonlySet<string> =>
    new Set([
      ...deleted,
      ...tiles.map(
        ({ tileId, nodegroupId, parentTileId }) => `${tileId} ${nodegroupId} ${parentTileId}`,
      ),
    ]);
  return placesOf(one).symmetricDifference(placesOf(other)).size === 0;
}

/**
 * Returns the value of a node in a tile, if both results agree on it or one of them repeats the stored value.
 * @returns undefined otherwise
 */
function agreedValue(
  nodeId: string,
  tiles: readonly [IntendedTile, IntendedTile],
  stored: StoredTile | undefined,
  model: Model,
): unknown {
  const [one = null, other = null] = tiles.map(({ data }) => data[nodeId]);
  const before = stored?.data[nodeId] ?? null;
  const node = model.nodes.get(nodeId);
  const inForm = (value: unknown): unknown =>
    value === null || node === undefined
      ? value
      : node.datatype.normalise(value, node.datatypeNode, {
          newId: () => '',
          textLanguage: null,
          timeZone: null,
          stored: before,
        });
  if (isEqualValue(one, other) || isEqualValue(inForm(one), inForm(other))) return one;
  const isInDocument = tiles.every(({ pointers }) => pointers[nodeId] !== undefined);
  if (!isInDocument || before === null) return undefined;
  return [one, other].find((value) => isEqualValue(value, before));
}
