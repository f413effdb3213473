import {
  parseConceptId,
  parseConceptValueId,
  type ConceptId,
  type ConceptValueId,
} from '../../../../lib/model/ids.ts';
import { nodeTypesByRank } from '../concepts/concept-class.ts';
import { importError, type ImportProblem } from '../import-problems.ts';
import type { ImportedConcept, ImportedRelation, Thesaurus } from '../concepts/thesaurus.ts';
import { conceptTables, type ConceptTables } from './concept-tables.ts';
import type { DatabaseSource } from './database-source.ts';
import type { SourceRow } from './source.ts';

const makeConceptQuery = ({
  concepts,
}: ConceptTables): string => `select c.conceptid, c.nodetype, c.legacyoid
from ${concepts} c
order by c.conceptid`;

const makeValueQuery = ({
  values,
}: ConceptTables): string => `select v.valueid, v.conceptid, v.valuetype, v.languageid, v.value
from ${values} v
order by v.valueid`;

const makeRelationQuery = ({
  relations,
}: ConceptTables): string => `select r.conceptidfrom, r.conceptidto, r.relationtype
from ${relations} r
order by r.conceptidfrom, r.relationtype, r.conceptidto`;

/**
 * Reads all concepts, values and relations of the source. A concept with an unknown node type is left out and reported.
 * @rule Imports and exports: Which concepts does an import of a database leave out?
 */
export async function readSourceThesaurus({
  source,
  ...database
}: Pick<DatabaseSource, 'source' | 'hasControlledLists'>): Promise<Thesaurus> {
  const tables = conceptTables(database);
  const convertedConcepts = (await source.read(makeConceptQuery(tables))).map(toConcept);
  const concepts = convertedConcepts.flatMap(({ concept }) => concept ?? []);
  const conceptIds = new Set(concepts.map(({ conceptId }) => conceptId));
  const values = await source.read(makeValueQuery(tables));
  const relations = await source.read(makeRelationQuery(tables));
  return {
    concepts,
    values: values.map(toValue).filter(({ conceptId }) => conceptIds.has(conceptId)),
    relations: relations
      .map(toRelation)
      .filter(({ fromId, toId }) => conceptIds.has(fromId) && conceptIds.has(toId)),
    problems: convertedConcepts.flatMap(({ problem }) => problem ?? []),
  };
}

function makeNodeTypeProblem({ conceptid, nodetype }: SourceRow) {
  const message = `The concept ${conceptid} is left out, with its values and relations: its nodetype ${JSON.stringify(nodetype)} is not one of ${nodeTypesByRank.join(', ')}. Correct it in the source and import again.`;
  return importError('unknown_node_type', message, { record: conceptid ?? undefined });
}

type ConvertedConcept = {
  readonly concept?: ImportedConcept;
  readonly problem?: ImportProblem;
};

function toConcept(row: SourceRow): ConvertedConcept {
  const nodeType = nodeTypesByRank.find((name) => name === row['nodetype']);
  if (nodeType === undefined) return { problem: makeNodeTypeProblem(row) };
  const conceptId = parseConceptId(row['conceptid'] ?? '');
  const concept = {
    conceptId,
    nodeType,
    legacyId: toLegacyUri(row['legacyoid'] ?? '', conceptId),
    isClassStated: true,
    isOrdered: false,
    isDescribed: true,
  };
  return { concept };
}

/** Returns the legacyoid if it is a URI. Concepts that the platform installs have a plain name instead, and get the URN of their id. */
function toLegacyUri(legacyId: string, conceptId: ConceptId): string {
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(legacyId) ? legacyId : `urn:uuid:${conceptId}`;
}

function toValue(row: SourceRow): Thesaurus['values'][number] {
  const valueId: ConceptValueId = parseConceptValueId(row['valueid'] ?? '');
  return {
    valueId,
    hasIdInFile: true,
    conceptId: parseConceptId(row['conceptid'] ?? ''),
    valueType: row['valuetype'] ?? '',
    language: row['languageid'] ?? null,
    text: row['value'] ?? '',
    predicate: null,
    datatype: null,
  };
}

/** In the source as in this service, relations lead from the broader concept to the narrower one. */
function toRelation(row: SourceRow): ImportedRelation {
  return {
    fromId: parseConceptId(row['conceptidfrom'] ?? ''),
    toId: parseConceptId(row['conceptidto'] ?? ''),
    relationType: row['relationtype'] ?? '',
    isStated: true,
    isInverseStated: false,
    position: null,
  };
}
