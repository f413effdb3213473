import {
  parseConceptId,
  parseConceptValueId,
  type ConceptId,
  type ConceptValueId,
} from '../../../../lib/model/ids.ts';
import { nodeTypesByRank } from '../concepts/concept-class.ts';
import { importError } from '../import-problems.ts';
import type { ImportedConcept, ImportedRelation, Thesaurus } from '../concepts/thesaurus.ts';
import type { Source, SourceRow } from './source.ts';

type NodeType = ImportedConcept['nodeType'];

const conceptQuery = `select c.conceptid, c.nodetype, c.legacyoid
from concepts c
order by c.conceptid`;

const valueQuery = `select v.valueid, v.conceptid, v.valuetype, v.languageid, v.value
from values v
order by v.valueid`;

const relationQuery = `select r.conceptidfrom, r.conceptidto, r.relationtype
from relations r
order by r.conceptidfrom, r.relationtype, r.conceptidto`;

/** Reads all concepts, values and relations, without a detour by RDF. */
export async function readSourceThesaurus(source: Source): Promise<Thesaurus> {
  const conceptRows = await source.read(conceptQuery);
  const concepts = conceptRows.flatMap((row) => toConcept(row) ?? []);
  const ids = new Set(concepts.map(({ conceptId }) => conceptId));
  const values = await source.read(valueQuery);
  const relations = await source.read(relationQuery);
  return {
    concepts,
    values: values.map(toValue).filter(({ conceptId }) => ids.has(conceptId)),
    relations: relations
      .map(toRelation)
      .filter(({ fromId, toId }) => ids.has(fromId) && ids.has(toId)),
    problems: conceptRows.filter((row) => toConcept(row) === undefined).map(nodeTypeProblem),
  };
}

function nodeTypeProblem({ conceptid, nodetype }: SourceRow) {
  const message = `The concept ${conceptid} is left out: its nodetype ${JSON.stringify(nodetype)} is none of ${nodeTypesByRank.join(', ')}.`;
  return importError('unknown_node_type', message, { record: conceptid ?? undefined });
}

function toConcept(row: SourceRow): ImportedConcept | undefined {
  const nodeType = nodeTypesByRank.find((name): name is NodeType => name === row['nodetype']);
  if (nodeType === undefined) return undefined;
  const conceptId = parseConceptId(row['conceptid'] ?? '');
  return {
    conceptId,
    nodeType,
    legacyId: toUri(row['legacyoid'] ?? '', conceptId),
    isClassStated: true,
    isOrdered: false,
    isDescribed: true,
  };
}

/** Concepts that the platform installs have a name there. */
function toUri(legacyId: string, conceptId: ConceptId): string {
  return /^[a-z][a-z0-9+.-]*:\S+$/i.test(legacyId) ? legacyId : `urn:uuid:${conceptId}`;
}

function toValue(row: SourceRow): Thesaurus['values'][number] {
  const valueId: ConceptValueId = parseConceptValueId(row['valueid'] ?? '');
  return {
    valueId,
    hasOwnId: true,
    conceptId: parseConceptId(row['conceptid'] ?? ''),
    valueType: row['valuetype'] ?? '',
    language: row['languageid'] ?? null,
    text: row['value'] ?? '',
    predicate: null,
    datatype: null,
  };
}

/** The platform keeps relations from the broader concept, as this service does. */
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
