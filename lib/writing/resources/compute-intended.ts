import { randomUUID } from 'node:crypto';

import { NoOntology } from '../../errors.ts';
import { matchDocument } from '../../json-ld/match/match-document.ts';
import type { Shape } from '../../json-ld/resource-shape.ts';
import type { IntendedResource } from '../../model/change/intended-resource.ts';
import { recordToIntended } from '../../model/change/record-to-intended.ts';
import type { DocumentProblem } from '../../model/change/document-problem.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import { listHiddenNodegroupIds } from '../../model/graphs/hidden-nodegroups.ts';
import { parseTileId, type TileId } from '../../model/ids.ts';
import { pickText } from '../../model/pick-language.ts';
import { createDocumentError, UnprocessableDocument } from '../errors.ts';
import type { LoadedState } from './change-request.ts';
import type { ParsedDocument } from './parse-document.ts';

export type DocumentOptions = {
  /** The JSON-LD shape, if the request names it. */
  readonly shape: Shape | undefined;
  /** How predicates that are not in the model are handled. */
  readonly unknown: 'refuse' | 'ignore';
  /** How stored tiles that the document omits are handled. */
  readonly missing: 'delete' | 'keep';
  /** Whether JSON-LD without any value may delete all tiles. */
  readonly mayBeEmpty: boolean;
  /** Whether tiles of hidden nodegroups stay if the document omits them. */
  readonly keepsHiddenTiles: boolean;
  /** Whether to keep the ids of the document, or create copies with new ids. */
  readonly ids: 'keep' | 'replace';
};

/**
 * Computes the intended state from a document.
 * @throws UnprocessableDocument with all problems; NoOntology for JSON-LD if the model has no ontology
 */
export function computeIntended(
  document: ParsedDocument,
  state: LoadedState,
  options: DocumentOptions,
): IntendedResource {
  return document.kind === 'json-ld'
    ? computeFromJsonLd(document, state, options)
    : computeFromTileRecords(document, state, options);
}

function computeFromJsonLd(
  { document }: Extract<ParsedDocument, { kind: 'json-ld' }>,
  { context, storedTiles, references }: LoadedState,
  { shape, unknown, missing, mayBeEmpty, ids, keepsHiddenTiles }: DocumentOptions,
): IntendedResource {
  const { graph } = context;
  if (!graph.hasOntology) throw new NoOntology(pickText(graph.name, []) ?? graph.graphId);
  const matched = matchDocument(document, {
    baseUrls: references.reading.baseUrls,
    graph,
    storedTiles,
    accountId: context.author.accountId,
    readContext: references.reading,
    validation: references.validation,
    shape,
    unknownPredicates: unknown,
    tileIds: ids,
    missingTiles: missing,
    hiddenNodegroups: keepsHiddenTiles ? listHiddenNodegroupIds(graph) : new Set(),
    newId: () => randomUUID(),
  });
  if (matched.kind === 'refused') throw createDocumentError(matched.problems);
  const { tiles, deleted } = matched.intended;
  if (!mayBeEmpty && tiles.length === 0 && deleted.length > 0)
    throw new UnprocessableDocument([createNoValuesProblem(document.pointer, deleted.length)]);
  return { ...matched.intended, ignored: matched.ignored };
}

function createNoValuesProblem(pointer: string, tileCount: number): DocumentProblem {
  const tiles = tileCount === 1 ? 'the only tile that is' : `all ${tileCount} tiles that are`;
  const message = `The document has no value of this model, and would delete ${tiles} stored. Add the values, or send empty=true to delete them.`;
  return { code: 'no_values', pointer, message };
}

function computeFromTileRecords(
  { record, omitted, pointer, ignored }: Extract<ParsedDocument, { kind: 'record' }>,
  { context, storedTiles }: LoadedState,
  { missing, ids, keepsHiddenTiles }: DocumentOptions,
): IntendedResource {
  const hiddenNodegroupIds = keepsHiddenTiles ? listHiddenNodegroupIds(context.graph) : new Set();
  const isReplaced = ({ nodegroupId }: StoredTile): boolean =>
    missing === 'delete' && !hiddenNodegroupIds.has(nodegroupId);
  const newTileIds = new Map<TileId, TileId>();
  const newId = (): TileId => parseTileId(randomUUID());
  const idOf = (tileId: TileId): TileId => {
    if (ids === 'keep') return tileId;
    const newTileId = newTileIds.get(tileId) ?? newId();
    newTileIds.set(tileId, newTileId);
    return newTileId;
  };
  return {
    ...recordToIntended(record, {
      recordPointer: pointer,
      omitted,
      stored: { tiles: storedTiles, isReplaced },
      idOf,
      newId,
      context,
    }),
    // Exports omit null, so an absent member does not remove a stored legacy id.
    legacyId: record.resource.legacy_id ?? undefined,
    legacyIdPointer: pointer,
    ignored,
  };
}
