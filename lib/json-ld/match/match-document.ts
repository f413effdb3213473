import type { IncomingNode } from '../incoming-value.ts';
import { findShapeEvidence } from './document/shape-evidence.ts';
import type { MatchInput, MatchResult } from './match-input.ts';
import { matchInShape } from './match-in-shape.ts';
import { repeatedMemberCode } from '../../json/repeated-members.ts';
import { isEqualValue } from '../../model/change/compare-values.ts';
import type { IntendedResource, IntendedTile } from '../../model/change/intended-resource.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { notJsonCode } from '../../model/datatypes/codecs/not-json.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import type { Shape } from '../resource-shape.ts';
import { prepareMatchModel, type MatchModel } from './match-model.ts';
import { createUnclearShapeProblem } from './match-problems.ts';

/**
 * Matches a document to the model and the tiles of a resource instance. The document can be in the shape of the specification
 * ("Resource instance (JSON-LD shape)"), in the linked shape, or in both. The sender can name the shape; otherwise the document can
 * contain evidence of it. Without either, the document is matched in both shapes, and refused if the two results differ.
 * @rule Writing: In which of the two shapes is a document?
 * @throws Error when the graph has no nodes
 */
export function matchDocument(document: IncomingNode, input: MatchInput): MatchResult {
  if (input.shape !== undefined) return matchInShape(document, { ...input, shape: input.shape });
  const { hasSpecificationEvidence, hasLinkedEvidence, hasJsonStrings } = findShapeEvidence(
    document,
    input,
  );
  if (hasSpecificationEvidence && !hasLinkedEvidence)
    return matchInShape(document, { ...input, shape: 'specification' });
  if (hasLinkedEvidence && !hasSpecificationEvidence && !hasJsonStrings)
    return matchInShape(document, { ...input, shape: 'linked' });
  return matchInBothShapes(document, input, hasSpecificationEvidence ? 'specification' : 'linked');
}

/**
 * Matches a document in both shapes, because its shape is not clear. The document is accepted if one result repeats all stored tiles, or if
 * for each value the results agree or one of them repeats the stored value.
 * @param likelierShape the shape whose problems are reported if the document is valid in neither shape
 */
function matchInBothShapes(
  document: IncomingNode,
  input: MatchInput,
  likelierShape: Shape,
): MatchResult {
  const newTileIds: string[] = [];
  const matchAs = (shape: Shape): MatchResult => {
    // New tiles get the same ids in both results, so that the results can be compared.
    let newIdCount = 0;
    const newId = (): string => (newTileIds[newIdCount++] ??= input.newId());
    return matchInShape(document, { ...input, shape, newId });
  };
  const results = [matchAs('specification'), matchAs('linked')] as const;
  const unchangedResult = results.find(
    (result) => result.kind === 'read' && isUnchanged(result.intended, input),
  );
  if (unchangedResult !== undefined) return unchangedResult;
  const [specification, linked] = results;
  // A text that begins like JSON and is damaged is no matter of the shape.
  if (specification.kind === 'refused' && specification.problems.some(isNotJson))
    return specification;
  if (specification.kind === 'read' && linked.kind === 'read')
    return mergeResults(document, specification, linked, input);
  if (specification.kind === 'refused' && linked.kind === 'refused')
    return likelierShape === 'linked' ? linked : specification;
  const problems = results.flatMap((result) => (result.kind === 'refused' ? result.problems : []));
  // JSON that repeats a member is no matter of the shape.
  const repeatedMembers = problems.filter(({ code }) => code === repeatedMemberCode);
  if (repeatedMembers.length > 0) return { kind: 'refused', problems: repeatedMembers };
  return { kind: 'refused', problems: [createUnclearShapeProblem(document.pointer), ...problems] };
}

const isNotJson = ({ code }: DocumentProblem): boolean => code === notJsonCode;

/** Whether the intended tiles are the stored ones, without any change. An older document leaves out tiles that are only proposed. */
function isUnchanged({ tiles, deleted }: IntendedResource, { storedTiles }: MatchInput): boolean {
  const storedById = new Map(storedTiles.map((tile) => [tile.tileId, tile]));
  const leavesOutAccepted = deleted.some((tileId) => storedById.get(tileId)?.isProposed === false);
  if (storedTiles.length === 0 || leavesOutAccepted) return false;
  return tiles.every((tile) => {
    const storedTile = storedById.get(tile.tileId);
    return (
      storedTile?.parentTileId === tile.parentTileId &&
      nodeIdsOf(tile, storedTile).every((nodeId) =>
        isEqualValue(tile.data[nodeId], storedTile.data[nodeId]),
      )
    );
  });
}

const nodeIdsOf = (...tiles: readonly Pick<IntendedTile, 'data'>[]): readonly string[] => [
  ...new Set(tiles.flatMap(({ data }) => Object.keys(data))),
];

type MatchedResult = Extract<MatchResult, { readonly kind: 'read' }>;

function mergeResults(
  document: IncomingNode,
  specification: MatchedResult,
  linked: MatchedResult,
  input: MatchInput,
): MatchResult {
  const refusal: MatchResult = {
    kind: 'refused',
    problems: [createUnclearShapeProblem(document.pointer)],
  };
  const { intended } = specification;
  if (!haveSameTiles(intended, linked.intended)) return refusal;
  const { graph, baseUrls, storedTiles } = input;
  const model = prepareMatchModel(graph, baseUrls[0] ?? '');
  const storedById = new Map(storedTiles.map((tile) => [tile.tileId, tile]));
  const linkedTiles = new Map(linked.intended.tiles.map((tile) => [tile.tileId, tile]));
  const problems: DocumentProblem[] = [];
  const tiles = intended.tiles.map((tile) => {
    const linkedTile = linkedTiles.get(tile.tileId) ?? tile;
    const data = { ...tile.data };
    for (const nodeId of nodeIdsOf(tile, linkedTile)) {
      const value = findAgreedValue(nodeId, [tile, linkedTile], storedById.get(tile.tileId), model);
      if (value === undefined)
        problems.push(createUnclearShapeProblem(tile.pointers[nodeId] ?? document.pointer));
      else data[nodeId] = value;
    }
    return { ...tile, data };
  });
  if (problems.length > 0) return { kind: 'refused', problems };
  return { ...specification, intended: { ...intended, tiles } };
}

/** Whether two results have the same tiles with the same parents. Their values are not compared. */
function haveSameTiles(left: IntendedResource, right: IntendedResource): boolean {
  const tileKeysOf = ({ tiles, deleted }: IntendedResource): ReadonlySet<string> =>
    new Set([
      ...deleted,
      ...tiles.map(
        ({ tileId, nodegroupId, parentTileId }) => `${tileId} ${nodegroupId} ${parentTileId}`,
      ),
    ]);
  return tileKeysOf(left).symmetricDifference(tileKeysOf(right)).size === 0;
}

/**
 * Returns the value of a node in a tile, if both results agree on it or one of them repeats the stored value.
 * @returns undefined otherwise
 */
function findAgreedValue(
  nodeId: string,
  tiles: readonly [IntendedTile, IntendedTile],
  storedTile: StoredTile | undefined,
  model: MatchModel,
): unknown {
  const [specificationValue = null, linkedValue = null] = tiles.map(({ data }) => data[nodeId]);
  const storedValue = storedTile?.data[nodeId] ?? null;
  const node = model.nodes.get(nodeId);
  const normaliseValue = (value: unknown): unknown =>
    value === null || node === undefined
      ? value
      : node.datatype.normalise(value, node.datatypeNode, {
          newId: () => '',
          textLanguage: null,
          timeZone: null,
          stored: storedValue,
        });
  if (
    isEqualValue(specificationValue, linkedValue) ||
    isEqualValue(normaliseValue(specificationValue), normaliseValue(linkedValue))
  )
    return specificationValue;
  const isInDocument = tiles.every(({ pointers }) => pointers[nodeId] !== undefined);
  if (!isInDocument || storedValue === null) return undefined;
  return [specificationValue, linkedValue].find((value) => isEqualValue(value, storedValue));
}
