import * as z from 'zod';

import { documentQuery, listSection, requiredSection } from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { bigint, boolean, int, sql, text, textArray, uuid } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ConceptId } from '../../model/ids.ts';
import {
  contentExpression,
  contentsFromSections,
  contentSections,
  type ConceptContent,
} from './concept-contents.ts';
import {
  positionExpression,
  positionSection,
  valueSummaryQuery,
  type ConceptPosition,
} from './concept-positions.ts';
import { rowBatchesQuery, thesaurusVersion } from './concept-rows.ts';
import { labelLanguages, type LabelLanguages } from '../../model/concepts/label-languages.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** Which relatives of the requested concept to include. */
export type RelativeOptions = {
  readonly includeSubConcepts: boolean;
  readonly includeParentConcepts: boolean;
  readonly includeRelatedConcepts: boolean;
  /** The number of levels of sub concepts; undefined for all. */
  readonly depthLimit: number | undefined;
};

export type ConceptRequest = RelativeOptions &
  LabelLanguages & {
    /** Whether to include what only RDF formats contain: schemes, members, source properties of values. */
    readonly includesStatements: boolean;
    /** The search stops after about this many relations. */
    readonly maxRelations: number;
    /** What the response depends on besides the data, such as the format, as one text. It is part of the entity tag. */
    readonly representation: string;
    /** The entity tags of `If-None-Match` without quotes; `*` matches any. */
    readonly ifNoneMatch: readonly string[];
    /** The time of `If-Modified-Since`, in seconds since 1970. */
    readonly ifModifiedSince: number | null;
  };

const accessSchema = z.object({
  mayReadThesaurus: z.boolean(),
  /** Without quotes. */
  etag: z.string(),
  /** The last change of the thesaurus, in seconds since 1970. */
  lastModified: z.number(),
  /** Whether that second has passed, so that no later change can have the same time. */
  isLastModifiedFinal: z.boolean(),
  /** Whether the caller has the current representation (304). Then nothing else is read. */
  isNotModified: z.boolean(),
  /** Whether there are more relations than one call reads. */
  isLarge: z.boolean(),
  /** Changes whenever the thesaurus changes. */
  version: z.string(),
});

export type ConceptLookup = Readonly<z.output<typeof accessSchema>> & {
  /**
   * Empty if the concept does not exist, the caller may not read the thesaurus, the representation is current, or
   * there are too many relations.
   */
  readonly positions: readonly ConceptPosition[];
  /** The contents of the first concepts, by id: as many as fit into one call. */
  readonly contents: readonly ConceptContent[];
  /** The ids of the direct members of a collection, in its order; members without a position come last, by id. */
  readonly members: readonly string[];
};

/**
 * The largest depth limit that SQL applies. With a larger one, all levels are read, and the serializer leaves out the rest.
 */
const maxCountedLevels = 10;

/** Estimated bytes of contents in one call, so that the whole result stays below a million bytes. */
export const contentBytesPerCall = 960_000;

/** Approximate bytes of a value without its text, of a concept without its values, and of a position without its texts and links. */
export const overheadBytes = { value: 75, concept: 180, position: 170 };

/**
 * The arguments `step` and `layer_limit` of concept_surroundings. With step 1 levels are counted. With step 0 they are
 * not: each concept is visited once, so that cycles end.
 */
function toDepthArguments({ includeSubConcepts, depthLimit }: RelativeOptions) {
  if (!includeSubConcepts) return { step: 1, limit: 0 };
  if (depthLimit === undefined || depthLimit > maxCountedLevels) return { step: 0, limit: 1 };
  return { step: 1, limit: depthLimit };
}

/**
 * Finds a concept with every concept that its document contains (specification, GET /rdm/concepts): its sub concepts
 * up to the limit, the parents of all of them, and the concepts related to any of them. All positions are returned, but
 * only as many contents as fit into one call. If there are too many relations, no positions are returned, and
 * read-concept.ts reads them level by level.
 * The entity tag depends only on the representation and on the time of the last thesaurus change, which triggers
 * update. So a response 304 does not read the tree.
 */
export function findConcept(
  caller: Caller,
  conceptId: ConceptId,
  request: ConceptRequest,
): DocumentQuery<ConceptLookup> {
  const { step, limit } = toDepthArguments(request);
  const { ifNoneMatch, includesStatements } = request;
  const since = request.ifModifiedSince === null ? null : BigInt(request.ifModifiedSince);
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with permission as materialized (
    select may_read_thesaurus(${int(caller)}) as may_read
  ),
  tag as materialized (
    select
      left(md5(${text(request.representation)} || E'\\n' || c.changed_at), 22) as etag,
      extract(epoch from date_trunc('second', c.changed_at))::bigint as last_modified,
      -- Another change can follow within the same second, and HTTP dates have no fractions.
      c.changed_at < date_trunc('second', clock_timestamp()) as is_last_modified_final,
      c.changed_at::text as version
    from last_change c
    where c.subject = 'thesaurus'
  ),
  root_concept as materialized (
    select c.concept_id, c.node_type
    from concept c
    where c.concept_id = ${uuid(conceptId)}
      and (select p.may_read from permission p)
  ),
  freshness as materialized (
    select
      exists (select from root_concept)
        and (
          t.etag = any (${textArray(ifNoneMatch)})
          or '*' = any (${textArray(ifNoneMatch)})
          or (t.is_last_modified_final and coalesce(t.last_modified <= ${bigint(since)}, false))
        ) as is_not_modified
    from tag t
  ),
  surrounding as materialized (
    select s.*
    from concept_surroundings(
      ${uuid(conceptId)},
      ${int(step)},
      ${int(limit)},
      ${boolean(request.includeParentConcepts)},
      ${boolean(request.includeRelatedConcepts)},
      ${int(request.maxRelations)}
    ) s
    where exists (select from root_concept)
      and not (select f.is_not_modified from freshness f)
  ),
  surrounding_size as materialized (
    select coalesce(max(s.objects), 0) as objects
    from surrounding s
  ),
  concept_size as materialized (
    select
      c.node_type,
      c.legacy_id,
      c.is_stated,
      s.*,
      v.*,
      ${int(overheadBytes.position)}
        + octet_length(v.sort_key)
        + coalesce(octet_length(c.legacy_id), 0)
        + coalesce(octet_length(s.parent_concepts::text), 0)
        + coalesce(octet_length(s.related_concepts::text), 0) as position_bytes,
      ${int(overheadBytes.concept)}
        + case
          when s.is_whole then v.value_bytes + ${int(overheadBytes.value)} * v.value_count
          else v.label_bytes + ${int(overheadBytes.value)} * v.label_count
        end as content_bytes
    from surrounding s
    join concept c on c.concept_id = s.concept_id
    cross join lateral (
      ${valueSummaryQuery(sql`c.concept_id`, request)}
    ) v
    where (select z.objects from surrounding_size z) <= ${int(request.maxRelations)}
  ),
  ordered_concept as materialized (
    select
      c.*,
      (select sum(s.position_bytes) from concept_size s)
        + sum(c.content_bytes) over (order by c.concept_id) <= ${int(contentBytesPerCall)} as fits_into_call
    from concept_size c
  )`,
      sections: {
        access: requiredSection(
          accessSchema,
          sql`select jsonb_build_object(
      'mayReadThesaurus', p.may_read,
      'etag', t.etag,
      'lastModified', t.last_modified,
      'isLastModifiedFinal', t.is_last_modified_final,
      'isNotModified', f.is_not_modified,
      'isLarge', z.objects > ${int(request.maxRelations)},
      'version', t.version
    )::text
  from permission p
  cross join tag t
  cross join freshness f
  cross join surrounding_size z`,
        ),
        position: positionSection(
          rowBatchesQuery(positionExpression(sql`o`, sql`o`), sql`ordered_concept o`),
        ),
        ...contentSections(
          rowBatchesQuery(
            contentExpression(includesStatements, sql`c`, sql`o.is_whole`),
            sql`ordered_concept o
      join concept c on c.concept_id = o.concept_id
      where o.fits_into_call`,
          ),
          sql`where exists (select from ordered_concept)`,
        ),
        member: listSection(
          z.string(),
          includesStatements
            ? sql`select
      row_number() over (order by r.position nulls last, r.to_concept_id),
      to_json(r.to_concept_id)::text
    from root_concept t
    join concept_relation r on r.from_concept_id = t.concept_id
    where t.node_type = 'Collection'
      and r.relation_type = 'member'
      and exists (select from surrounding)`
            : undefined,
        ),
      },
      version: thesaurusVersion,
    },
    (section) => ({
      ...section('access'),
      positions: section('position').flat(),
      contents: contentsFromSections(section),
      members: section('member'),
    }),
  );
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) =>
    [false, true].map((includesStatements) =>
      findConcept(caller, sample.conceptId, {
        includeSubConcepts: true,
        includeParentConcepts: true,
        includeRelatedConcepts: true,
        depthLimit: undefined,
        maxRelations: 1,
        representation: '',
        ifNoneMatch: [],
        ifModifiedSince: null,
        ...labelLanguages([], ''),
        includesStatements,
      }),
    ),
};
