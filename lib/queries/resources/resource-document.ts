import * as z from 'zod';

import {
  asText,
  documentQuery,
  listSection,
  requiredSection,
  optionalSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { boolean, int, rawSql, sql, uuid, uuidArray, type Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { conceptValuesInTilesQuery } from '../concepts/concept-values-in-tiles.ts';
import {
  readableDescriptorsExpression,
  nodegroupsOfDescriptorsQuery,
} from '../descriptors/readable-names.ts';
import { mayReadSomethingCondition } from '../may-read-anything-condition.ts';
import { recordOrder, tileVisibleCondition } from '../tiles/tile-record.ts';
import { readableNodegroupTable, recordExpression } from './readable-records.ts';
import {
  conceptRowsQuery,
  lastChangeOfNamesExpression,
  resourceIdsInDescriptorsQuery,
  idsInDescriptorsColumn,
  referencedResourceRowsQuery,
  referencedResourceIdsQuery,
  visibleResourceIdsInDescriptorsQuery,
} from './resource-document-fragments.ts';
import { usernameQuery } from '../users/username-query.ts';
import { candidateReferrerTable, referrerRowTable, referrerTable } from './page-referrers.ts';
import { entityTagTables, type EntityTagOptions, type SectionName } from './entity-tag.ts';
import { statedPartsExpression, statedPartsShape } from './stated-parts.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/**
 * The data that a representation needs. `tiles` is only tiles; `concepts` adds the model and the ids of concepts; `names`
 * adds the texts of concepts and the names of referenced resource instances. `page` is what an HTML page shows: labels and
 * names, the referrers, and the username of the caller.
 */
export type DocumentDetail = 'tiles' | 'concepts' | 'names' | 'page';

export type ResourceDocumentOptions = EntityTagOptions & {
  /** Whether to leave out nodegroups whose card, or a card above, is hidden. */
  readonly omitsHidden: boolean;
  readonly detail: DocumentDetail;
  /** Whether the document contains display names, of the resource instance itself or of others. */
  readonly includesNames: boolean;
  /** The publications whose compiled graphs are cached. */
  readonly cachedPublications: readonly string[];
};

const headerSchema = z
  .object({
    graphId: z.string(),
    resourceId: z.string(),
    legacyId: z.string().nullable(),
    publicationId: z.string(),
    /** By language, then by kind: name, description, map_popup. Empty unless names are included. */
    descriptors: z.record(z.string(), z.record(z.string(), z.string())).default({}),
    /** Whether the caller may read the history; only for an HTML page. */
    mayReadHistory: z.boolean().default(false),
    /** The last change that the caller may see, in UTC; only for an HTML page. */
    changedAt: z.string().optional(),
    ...statedPartsShape,
    /** Without quotes. */
    etag: z.string(),
    /** The last change, in seconds since 1970. */
    lastModified: z.number(),
    /** Whether the second of the last change is over, so that no other change can have the same time. */
    isLastModifiedFinal: z.number().transform((value) => value === 1),
    /** Whether the caller has the current representation (304). Then nothing else is read. */
    isNotModified: z.boolean(),
  })
  .readonly();

/** A concept to which values refer, by one of its values. */
export const referencedConceptSchema = z
  .object({
    valueId: z.string(),
    conceptId: z.string(),
    text: z.string().default(''),
    language: z.string().nullable().default(null),
    labels: z.record(z.string(), z.string()).default({}),
    identifiers: z.array(z.string()).default([]),
  })
  .readonly();

/** A visible resource instance to which values refer. */
export const referencedResourceSchema = z
  .object({
    resourceId: z.string(),
    graphId: z.string(),
    rootClass: z.string().nullable().default(null),
    names: z.record(z.string(), z.string()),
  })
  .readonly();

/** A resource instance without its tiles. */
export type ResourceHeader = z.infer<typeof headerSchema>;

export type ResourceDocument = {
  /** Whether the caller may read anything at all; evaluated only for anonymous callers without a result. */
  readonly mayReadSomething: boolean;
  /** Undefined if the resource instance does not exist or is not visible. */
  readonly header: ResourceHeader | undefined;
  /** The JSON string of each tile record, in the stable order: depth, position in the model, sort order, id. */
  readonly tiles: readonly string[];
  /** The concepts to which values refer. */
  readonly concepts: readonly z.infer<typeof referencedConceptSchema>[];
  /** The visible resource instances to which values refer. */
  readonly resources: readonly z.infer<typeof referencedResourceSchema>[];
  /** The JSON string of the compiled graph, unless it is cached. */
  readonly graph: string | undefined;
  /** The ids of the visible resource instances that refer to this one, up to one more than `maxReferrers`; only for an HTML page. */
  readonly referrers: readonly string[];
  /** The name of the account of the caller; only for an HTML page. */
  readonly username: string | undefined;
};

/**
 * Finds one resource instance. A tile record has the id of its parent if that is readable, even if it is hidden. The entity tag has the version
 * and a hash of everything in the representation. If the caller has the current representation, only the header is returned.
 * @rule Resource instances: Which tiles, labels and names make a document?
 */
export function findResourceDocument(
  caller: Caller,
  resourceId: ResourceId,
  options: ResourceDocumentOptions,
): DocumentQuery<ResourceDocument> {
  const { detail } = options;
  const hasReferencedNames = detail === 'names' || detail === 'page';
  const isPage = detail === 'page';
  const id = uuid(resourceId);
  const includedTile = sql`included_tile`;
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with requested_resource as materialized (
    select r.*, g.publication_id, g.life_cycle_id${options.includesNames ? sql`, ${idsInDescriptorsColumn}` : sql``}
    from resource r
    join graph g on g.graph_id = r.graph_id
    where r.resource_id = ${id}
  ),
  ${isPage ? candidateReferrerTable(resourceId) : sql``}
  ${
    hasReferencedNames
      ? sql`candidate_resource as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from resource r
    where r.resource_id = any (array(
      select o.to_resource_id
      from tile t
      join resource_relation o on o.tile_id = t.tile_id
      where t.resource_id = ${id}
      ${isPage ? sql`union select c.resource_id from candidate_referrer c` : sql``}
    ))
  ),`
      : sql``
  }
  -- Visibility is evaluated once for all resource instances of the statement.
  visible_id as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      select ${id}
      ${options.includesNames ? sql`union ${resourceIdsInDescriptorsQuery(sql`requested_resource`)}` : sql``}
      ${
        hasReferencedNames
          ? sql`union select r.resource_id from candidate_resource r
      union ${resourceIdsInDescriptorsQuery(sql`candidate_resource`)}`
          : sql``
      }
    ))
  ),
  ${readableNodegroupTable(
    caller,
    sql`
      select t.nodegroup_id
      from tile t
      where t.resource_id = ${id}
      ${options.includesNames ? sql`union ${nodegroupsOfDescriptorsQuery(sql`requested_resource`)}` : sql``}
      ${hasReferencedNames ? sql`union ${nodegroupsOfDescriptorsQuery(sql`candidate_resource`)}` : sql``}
      ${isPage ? sql`union select c.nodegroup_id from candidate_referrer c` : sql``}
    `,
  )},
  visible_resource as materialized (
    select r.*, visible_version(r.version, r.proposal_changes, ${int(caller)}) as visible_version
    from requested_resource r
    where r.resource_id in (select v.resource_id from visible_id v)
  ),
  readable_tile as materialized (
    select t.*, n.depth, n.model_position, n.is_hidden
    from visible_resource v
    join tile t on t.resource_id = v.resource_id
    join readable_nodegroup n on n.nodegroup_id = t.nodegroup_id
    where ${tileVisibleCondition(caller, sql`t`)}
  ),
  included_tile as (
    select t.*
    from readable_tile t
    where not (t.is_hidden and ${boolean(options.omitsHidden)})
  ),
  ${
    detail === 'tiles'
      ? sql``
      : sql`mentioned_value as materialized (
    ${conceptValuesInTilesQuery(includedTile)}
  ),
  concept_row (position, text) as materialized (
    ${conceptRowsQuery(sql`select m.value_id from mentioned_value m`, conceptTexts[detail])}
  ),`
  }
  ${isPage ? sql`${referrerTable(caller)} ${referrerRowTable}` : sql``}
  ${
    hasReferencedNames
      ? sql`referenced_resource as materialized (
    select r.*
    from candidate_resource r
    where r.resource_id = any (array(
      ${referencedResourceIdsQuery(caller, includedTile)}
      ${isPage ? sql`union select f.resource_id from referrer f` : sql``}
    ))
      and r.resource_id in (select v.resource_id from visible_id v)
  ),
  visible_in_descriptors as materialized (
    ${visibleResourceIdsInDescriptorsQuery(sql`referenced_resource`, visibleIdTable)}
  ),
  resource_row (position, text) as materialized (
    ${referencedResourceRowsQuery(
      sql`referenced_resource`,
      readableNodegroupIds,
      sql`select i.visible from visible_in_descriptors i`,
      !isPage,
    )}
  ),`
      : sql``
  }
  header as materialized (
    select
      v.visible_version as version,
      v.publication_id,
      jsonb_build_object(
        'graphId', v.graph_id,
        'legacyId', v.legacy_id,
        'resourceId', v.resource_id,
        'version', v.visible_version,
        'publicationId', v.publication_id${
          options.includesNames
            ? sql`,
        'descriptors', ${readableDescriptorsExpression(
          sql`v.descriptors`,
          readableNodegroupIds,
          visibleResourceIdsInDescriptorsQuery(sql`visible_resource`, visibleIdTable),
        )}`
            : sql``
        }${
          isPage
            ? sql`,
        'mayReadHistory', may_read_history(${int(caller)}),
        'changedAt', to_char(
          visible_change(v.changed_at, v.proposal_changes, ${int(caller)}) at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS"Z"'
        )`
            : sql``
        }
      ) || ${statedPartsExpression(sql`v`, options)} as document,
      greatest(
        visible_change(v.changed_at, v.proposal_changes, ${int(caller)}),
        -- A long transaction can end well after the change.
        (select max(a.end_time) from activity a where a.resource_id = v.resource_id),
        (select max(c.changed_at) from last_change c ${options.includesNames ? sql`` : sql`where c.subject <> 'names'`})
        ${
          options.includesNames
            ? sql`, ${lastChangeOfNamesExpression(
                hasReferencedNames
                  ? sql`${resourceIdsInDescriptorsQuery(sql`visible_resource`)} union ${referencedResourceIdsQuery(caller, includedTile)}`
                  : resourceIdsInDescriptorsQuery(sql`visible_resource`),
                visibleIdTable,
              )}`
            : sql``
        }
      ) as changed_at
    from visible_resource v
  ),
  tile_row (position, text) as materialized (
    select
      row_number() over (order by ${recordOrder(sql`t`)}),
      ${recordExpression(caller)}
    from included_tile t
  ),
  ${entityTagTables(options, sectionsOfEntityTag(detail))}`,
      sections: {
        access: requiredSection(
          z.boolean(),
          sql`select (${mayReadSomethingCondition(caller, sql`exists (select from visible_resource)`)})::text`,
        ),
        header: optionalSection(
          headerSchema,
          // This row must have the same length in every call, because a document whose size changes is read again.
          sql`select (
        h.document || jsonb_build_object(
          'etag', f.etag,
          'lastModified', f.last_modified,
          'isLastModifiedFinal', f.is_last_modified_final::int,
          'isNotModified', f.is_not_modified
        )
      )::text
    from header h
    cross join freshness f`,
        ),
        tile: listSection(asText, rowsIfModified('tile')),
        concept: listSection(
          referencedConceptSchema,
          detail === 'tiles' ? undefined : rowsIfModified('concept'),
        ),
        resource: listSection(
          referencedResourceSchema,
          hasReferencedNames ? rowsIfModified('resource') : undefined,
        ),
        graph: optionalSection(
          asText,
          detail === 'tiles' ? undefined : graphUnlessCached(options.cachedPublications),
        ),
        referrer: listSection(z.string(), isPage ? rowsIfModified('referrer') : undefined),
        username: optionalSection(z.string(), isPage ? usernameQuery(caller) : undefined),
      },
      version: sql`select concat(
    (select r.version from resource r where r.resource_id = ${uuid(resourceId)}),
    (select max(c.changed_at) from last_change c)
  )`,
    },
    (section) => ({
      mayReadSomething: section('access'),
      header: section('header'),
      tiles: section('tile'),
      concepts: section('concept'),
      resources: section('resource'),
      graph: section('graph'),
      referrers: section('referrer'),
      username: section('username'),
    }),
  );
}

const visibleIdTable = sql`visible_id`;
const readableNodegroupIds = sql`select n.nodegroup_id from readable_nodegroup n`;

/** Which texts of concepts each detail contains, see `conceptRowsQuery`. */
const conceptTexts = { concepts: 'none', names: 'all', page: 'labels' } as const;

/** The sections that the entity tag of a document depends on. */
function sectionsOfEntityTag(detail: DocumentDetail): readonly SectionName[] {
  const sections = {
    tiles: ['tile'],
    concepts: ['tile', 'concept'],
    names: ['tile', 'concept', 'resource'],
    page: ['tile', 'concept', 'resource', 'referrer'],
  } as const;
  return sections[detail];
}

function rowsIfModified(name: SectionName): Statement {
  return sql`select r.position, r.text
    from ${rawSql(name)}_row r
    where not (select f.is_not_modified from freshness f)`;
}

function graphUnlessCached(cachedPublications: readonly string[]): Statement {
  return sql`select p.document
    from header h
    join publication p on p.publication_id = h.publication_id
    where not (select f.is_not_modified from freshness f)
      and h.publication_id <> all (${uuidArray(cachedPublications)})`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'optional',
  variants: (caller, sample) =>
    (
      [
        { detail: 'tiles', includesNames: false },
        { detail: 'tiles', includesNames: true },
        { detail: 'concepts', includesNames: false },
        { detail: 'names', includesNames: true },
        { detail: 'page', includesNames: true },
      ] as const
    ).map((variant) =>
      findResourceDocument(caller, sample.resourceId, {
        ...variant,
        omitsHidden: false,
        representation: '',
        cachedPublications: [],
        ifNoneMatch: [],
        ifModifiedSince: null,
      }),
    ),
};
