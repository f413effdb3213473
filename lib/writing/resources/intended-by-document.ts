import { randomUUID } from 'node:crypto';

import { NoOntology } from '../../errors.ts';
import { UnprocessableDocument } from '../errors.ts';
import { checkOwners } from '../tiles/tile-owners.ts';
import { matchDocument } from '../../json-ld/match/match-document.ts';
import type { Shape } from '../../json-ld/shape.ts';
import { intendedByRecord } from '../../model/change/intended-record.ts';
import { hiddenNodegroups } from '../../model/graphs/hidden-nodegroups.ts';
import { parseTileId, type TileId } from '../../model/ids.ts';
import { pickText } from '../../model/pick-language.ts';
import type { ChangeBasis, IntendedChange } from './change-request.ts';
import type { SentDocument } from './parsed-document.ts';

/** How a document is to be read. */
export type DocumentReading = {
  /** The shape of a JSON-LD document, where its sender names it. */
  readonly shape: Shape | undefined;
  /** What becomes of predicates that the model has not. */
  readonly unknown: 'refuse' | 'ignore';
  /** What becomes of stored tiles that the document leaves out. */
  readonly missing: 'delete' | 'keep';
  /** Whether tiles of nodegroups whose card is hidden stay where the document does not have them. */
  readonly leavesHidden: boolean;
  /** Whether resource instance and tiles have the ids that the document gives them, or are copies. */
  readonly ids: 'keep' | 'renew';
};

/**
 * What a document makes of a resource instance.
 * @throws UnprocessableDocument that lists everything wrong; NoOntology where the model cannot be written in RDF; Conflict where tiles
 * belong elsewhere
 */
export function intendedByDocument(
  document: SentDocument,
  basis: ChangeBasis,
  reading: DocumentReading,
): IntendedChange {
  const intended =
    document.kind === 'json-ld'
      ? intendedByJsonLd(document, basis, reading)
      : intendedBySentRecord(document, basis, reading);
  checkOwners(intended.intended.tiles, basis);
  return intended;
}

function intendedByJsonLd(
  { document }: Extract<SentDocument, { kind: 'json-ld' }>,
  { graph, stored, references }: ChangeBasis,
  { shape, unknown, missing, ids, leavesHidden }: DocumentReading,
): IntendedChange {
  if (!graph.hasOntology) throw new NoOntology(pickText(graph.name, []) ?? graph.graphId);
  const matched = matchDocument(document, {
    baseUrls: references.reading.baseUrls,
    graph,
    stored,
    reading: references.reading,
    validation: references.validation,
    shape,
    unknown,
    tileIds: ids,
    missing,
    hidden: leavesHidden ? hiddenNodegroups(graph) : new Set(),
    newId: () => randomUUID(),
  });
  if (matched.kind === 'refused') throw new UnprocessableDocument(matched.problems);
  return { intended: matched.intended, legacyId: undefined, ignored: matched.ignored };
}

function intendedBySentRecord(
  { record, pointer }: Extract<SentDocument, { kind: 'record' }>,
  { graph, stored }: ChangeBasis,
  { missing, ids, leavesHidden }: DocumentReading,
): IntendedChange {
  const hidden = leavesHidden ? hiddenNodegroups(graph) : new Set();
  const expected = stored.filter(({ nodegroupId }) => !hidden.has(nodegroupId));
  const renewed = new Map<TileId, TileId>();
  const idOf = (tileId: TileId): TileId => {
    if (ids === 'keep') return tileId;
    const known = renewed.get(tileId) ?? parseTileId(randomUUID());
    renewed.set(tileId, known);
    return known;
  };
  return {
    intended: intendedByRecord(record, pointer, expected, missing, idOf),
    // Exports leave out what is null: an id that came along once is not taken away by its absence.
    legacyId: record.resource.legacy_id ?? undefined,
    legacyIdPointer: pointer,
  };
}
