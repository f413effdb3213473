import * as z from 'zod';

import {
  asText,
  documentQuery,
  listSection,
  requiredSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, uuid, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import { parseConceptId, parseConceptValueId, type ConceptId } from '../../model/ids.ts';
import { directMembersJoin } from './direct-members.ts';

const conceptIdSchema = z.string().transform(parseConceptId);
const nodeTypeSchema = z.enum(['Concept', 'ConceptScheme', 'Collection']);
const nullableTextSchema = z.string().nullable();

const conceptValueSchema = z
  .tuple([
    z.string().transform(parseConceptValueId),
    z.string(),
    nullableTextSchema,
    z.string(),
    nullableTextSchema,
    nullableTextSchema,
  ])
  .transform(([valueId, valueType, language, text, predicate, datatype]) => ({
    valueId,
    valueType,
    language,
    text,
    predicate,
    datatype,
  }))
  .readonly();

/** The other concept of a relation. */
const relatedConceptSchema = z
  .tuple([z.string(), conceptIdSchema, nullableTextSchema, nodeTypeSchema, z.boolean()])
  .transform(([relationType, conceptId, legacyId, nodeType, isMentioned]) => ({
    relationType,
    conceptId,
    legacyId,
    nodeType,
    isMentioned,
  }))
  .readonly();

const exportedConceptSchema = z
  .object({
    conceptId: conceptIdSchema,
    legacyId: nullableTextSchema,
    nodeType: nodeTypeSchema,
    /** Whether files only mention it. */
    isMentioned: z.boolean(),
    isClassStated: z.boolean(),
    isOrdered: z.boolean(),
    values: z.array(conceptValueSchema).readonly(),
    /** The exported relations from the concept, except inScheme. */
    from: z.array(relatedConceptSchema).readonly(),
    /** The exported relations to the concept. */
    to: z.array(relatedConceptSchema).readonly(),
    /** Its ordered members. */
    list: z.array(relatedConceptSchema).readonly(),
  })
  .readonly();

/** A concept with its values and relations. */
export type ExportedConcept = z.output<typeof exportedConceptSchema>;

/** Whether an export includes derived relations. */
export type ExportedRelations = 'stated' | 'all';

export type ExportedConceptPage = {
  readonly concepts: readonly ExportedConcept[];
  /** Changes whenever the thesaurus changes. */
  readonly version: string;
};

/**
 * Reads the next concepts of an export, by id.
 * @param roots schemes with their concepts, and collections with their members at any depth; null for the whole thesaurus
 * @param after the last concept of the previous page; null for the first page
 */
export function findExportedConcepts(
  roots: readonly string[] | null,
  after: string | null,
  limit: number,
  relations: ExportedRelations,
): DocumentQuery<ExportedConceptPage> {
  const selectedConcepts =
    roots === null ? selectAllConcepts(after, limit) : selectConceptsBelow(roots, after, limit);
  return conceptPageQuery(selectedConcepts, relations);
}

/** Reads the next concepts, by id, with all their relations; none for a caller who may not read the thesaurus. */
export function findExportedConceptsForCaller(
  caller: Caller,
  after: ConceptId | null,
  limit: number,
): DocumentQuery<ExportedConceptPage> {
  const mayReadThesaurus = sql`(select may_read_thesaurus(${int(caller)}))`;
  return conceptPageQuery(selectAllConcepts(after, limit, mayReadThesaurus), 'all');
}

/** @param selectedConcepts common table expressions, of which the last one is `selected_concept`, with the ids of the concepts */
function conceptPageQuery(
  selectedConcepts: Statement,
  relations: ExportedRelations,
): DocumentQuery<ExportedConceptPage> {
  const [outgoingCondition, incomingCondition] =
    relations === 'stated'
      ? [sql`r.is_stated`, sql`r.is_inverse_stated`]
      : [sql`r.relation_type <> 'inScheme'`, sql`true`];
  return documentQuery(
    {
      withClause: sql`with recursive ${selectedConcepts}`,
      sections: {
        version: requiredSection(
          asText,
          sql`select l.changed_at::text
  from last_change l
  where l.subject = 'thesaurus'`,
        ),
        concept: listSection(
          exportedConceptSchema,
          sql`select
    row_number() over (order by c.concept_id),
    jsonb_build_object(
      'conceptId', c.concept_id,
      'legacyId', c.legacy_id,
      'nodeType', c.node_type,
      'isMentioned', ${isMentionedExpression(sql`c`)},
      'isClassStated', c.is_stated,
      'isOrdered', c.is_ordered,
      'values', coalesce((
        select jsonb_agg(
          jsonb_build_array(v.value_id, v.value_type, v.language_id, v.value, v.predicate, v.datatype)
          order by
            v.value_type collate "C",
            v.language_id collate "C" nulls first,
            v.value collate "C",
            v.value_id
        )
        from concept_value v
        where v.concept_id = c.concept_id
      ), '[]'),
      'from', ${relatedConceptsExpression(sql`to_concept_id`, sql`r.from_concept_id = c.concept_id and ${outgoingCondition}`)},
      'to', ${relatedConceptsExpression(sql`from_concept_id`, sql`r.to_concept_id = c.concept_id and ${incomingCondition}`)},
      'list', coalesce((
        select jsonb_agg(
          jsonb_build_array(r.relation_type, r.to_concept_id, o.legacy_id, o.node_type, ${isMentionedExpression(sql`o`)})
          order by r.position, r.to_concept_id
        )
        from concept_relation r
        join concept o on o.concept_id = r.to_concept_id
        where r.from_concept_id = c.concept_id
          and r.relation_type = 'member'
          and r.position is not null
      ), '[]')
    )::text
  from selected_concept s
  join concept c on c.concept_id = s.concept_id`,
        ),
      },
    },
    (section) => ({ concepts: section('concept'), version: section('version') }),
  );
}

/** Whether files only mention a concept, so that neither its class nor a value is stored. @param concept a row of the table concept */
function isMentionedExpression(concept: Statement): Statement {
  return sql`(not ${concept}.is_stated and not exists (select from concept_value m where m.concept_id = ${concept}.concept_id))`;
}

/** The related concepts of `c`. @param column the column with their id */
function relatedConceptsExpression(column: Statement, condition: Statement): Statement {
  return sql`coalesce((
        select jsonb_agg(
          jsonb_build_array(r.relation_type, o.concept_id, o.legacy_id, o.node_type, ${isMentionedExpression(sql`o`)})
          order by r.relation_type collate "C", o.concept_id
        )
        from concept_relation r
        join concept o on o.concept_id = r.${column}
        where ${condition}
      ), '[]')`;
}

function selectAllConcepts(
  after: string | null,
  limit: number,
  condition: Statement = sql`true`,
): Statement {
  return sql`selected_concept as materialized (
    select c.concept_id
    from concept c
    where (${uuid(after)} is null or c.concept_id > ${uuid(after)})
      and ${condition}
    order by c.concept_id
    limit ${int(limit)}
  )`;
}

/** The concepts of a scheme are a range of an index. The members of collections are not, so they are collected again for each page. */
function selectConceptsBelow(
  roots: readonly string[],
  after: string | null,
  limit: number,
): Statement {
  return sql`root as materialized (
    select unnest(${uuidArray(roots)}) as concept_id
  ),
  member (concept_id) as (
    select o.concept_id
    from root o
    union
    select r.to_concept_id
    from member m
    ${directMembersJoin(sql`m.concept_id`)}
  ),
  selected_concept as materialized (
    select f.concept_id
    from (
      select m.concept_id
      from member m
      union
      select r.to_concept_id
      from root o
      cross join lateral (
        select r.to_concept_id
        from concept_relation r
        where r.from_concept_id = o.concept_id
          and r.relation_type = 'inScheme'
          and (${uuid(after)} is null or r.to_concept_id > ${uuid(after)})
        order by r.to_concept_id
        limit ${int(limit)}
      ) r
    ) f (concept_id)
    where (${uuid(after)} is null or f.concept_id > ${uuid(after)})
    order by f.concept_id
    limit ${int(limit)}
  )`;
}
