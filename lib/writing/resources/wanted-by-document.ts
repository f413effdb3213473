import { randomUUID } from 'node:crypto';

import { NoOntology } from '../../http/errors/errors.ts';
import { Conflict, UnprocessableDocument } from '../../http/errors/write-errors.ts';
import { matchDocument } from '../../json-ld/match/match-document.ts';
import type { Wanted } from '../../model/change/difference.ts';
import type { IntendedTile } from '../../model/change/intended.ts';
import { intendedByRecord } from '../../model/change/intended-record.ts';
import { hiddenNodegroups } from '../../model/graphs/hidden-nodegroups.ts';
import { parseTileId, type ResourceId, type TileId } from '../../model/ids.ts';
import { pickText } from '../../model/text.ts';
import type { Basis } from './change-resource.ts';
import type { DocumentBody } from './document-body.ts';

/** How a document is to be read. */
export type DocumentReading = {
  readonly resourceId: ResourceId;
  /** What is said of predicates that the model has not. */
  readonly unknown: 'refuse' | 'ignore';
  /** What becomes of stored tiles that the document leaves out. */
  readonly missing: 'delete' | 'keep';
  /** Whether tiles of nodegroups whose card is hidden stay where the document does not have them. */
  readonly leavesHidden: boolean;
  /** Whether the tiles keep the ids that the document gives them, or are copies. */
  readonly tileIds: 'keep' | 'renew';
};

/**
 * What a document wants of a resource instance.
 * @throws UnprocessableDocument that lists everything wrong; NoOntology where the model cannot be written in RDF; Conflict where tiles
 * belong elsewhere
 */
export function wantedByDocument(
  body: DocumentBody,
  basis: Basis,
  reading: DocumentReading,
): Wanted {
  const wanted =
    body.kind === 'json-ld'
      ? wantedByJsonLd(body.document, basis, reading)
      : wantedByRecord(body, basis, reading);
  checkOwners(wanted.intended.tiles, basis);
  return wanted;
}

function wantedByJsonLd(
  document: Extract<DocumentBody, { kind: 'json-ld' }>['document'],
  { graph, stored, references }: Basis,
  { unknown, missing, tileIds, leavesHidden }: DocumentReading,
): Wanted {
  if (!graph.hasOntology) throw new NoOntology(pickText(graph.name, []) ?? graph.graphId);
  const matched = matchDocument(document, {
    baseUrls: references.reading.baseUrls,
    graph,
    stored,
    reading: references.reading,
    validation: references.validation,
    unknown,
    tileIds,
    missing,
    hidden: leavesHidden ? hiddenNodegroups(graph) : new Set(),
    newId: () => randomUUID(),
  });
  if (matched.kind === 'refused') throw new UnprocessableDocument(matched.problems);
  return { intended: matched.intended, legacyId: undefined };
}

function wantedByRecord(
  { record, pointer }: Extract<DocumentBody, { kind: 'record' }>,
  { graph, stored }: Basis,
  { missing, tileIds, leavesHidden }: DocumentReading,
): Wanted {
  const hidden = leavesHidden ? hiddenNodegroups(graph) : new Set();
  const expected = stored.filter(({ nodegroupId }) => !hidden.has(nodegroupId));
  const renewed = new Map<TileId, TileId>();
  const idOf = (tileId: TileId): TileId => {
    if (tileIds === 'keep') return tileId;
    const known = renewed.get(tileId) ?? parseTileId(randomUUID());
    renewed.set(tileId, known);
    return known;
  };
  return {
    intended: intendedByRecord(record, pointer, expected, missing, idOf),
    // Exports leave out what is null: an id that came along once is not taken away by its absence.
    legacyId: record.resource.legacy_id ?? undefined,
  };
}

/** Tiles of other resource instances are not moved, whether their owner may be seen or not. @throws Conflict */
export function checkOwners(
  tiles: readonly Pick<IntendedTile, 'tileId'>[],
  { source }: Pick<Basis, 'source'>,
): void {
  const taken = tiles.filter(({ tileId }) => source.otherTiles.has(tileId));
  if (taken.length === 0) return;
  const ids = taken.slice(0, 5).map(({ tileId }) => tileId);
  throw new Conflict(
    `These tile ids belong to something else already: ${ids.join(', ')}. Leave the ids out, or POST the document to create a copy with ids of its own.`,
  );
}
