import { boolean, int, joinTables, sql, unionQueries, uuid } from '../../data-api/sql.ts';
import type { Statement } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { ResourceId } from '../../model/ids.ts';
import { conceptValuesInTilesQuery } from '../concepts/concept-values-in-tiles.ts';
import {
  readableDescriptorsExpression,
  nodegroupsOfDescriptorsQuery,
} from '../descriptors/readable-names.ts';
import { recordOrder } from '../tiles/tile-order.ts';
import { tileVisibleCondition } from '../tiles/tile-record.ts';
import { recordExpression } from './readable-records.ts';
import { relatedIdsQuery } from './related-records.ts';
import {
  conceptRowsQuery,
  idsInDescriptorsColumn,
  lastChangeOfNamesExpression,
  referencedResourceIdsQuery,
  referencedResourceRowsQuery,
  resourceIdsInDescriptorsQuery,
  visibleResourceIdsInDescriptorsQuery,
} from './resource-document-fragments.ts';
import { statedPartsExpression } from './stated-parts.ts';

/**
 * The data that a representation needs. `tiles` is only tiles; `concepts` adds the model and the ids of concepts; `names`
 * adds the texts of concepts and the names of referenced resource instances. `page` is what an HTML page shows: labels and
 * names, the related resource instances, and the reader.
 */
export type DocumentDetail = 'tiles' | 'concepts' | 'names' | 'page';

/** What the common table expressions of a document contain. */
export type DocumentParts = {
  readonly detail: DocumentDetail;
  /** Whether to leave out nodegroups whose card, or a card above, is hidden. */
  readonly omitsHidden: boolean;
  /** Whether the document contains display names, of the resource instance itself or of others. */
  readonly includesNames: boolean;
  /** Whether it contains the names of the resource instances to which values refer. */
  readonly hasReferencedNames: boolean;
  readonly isPage: boolean;
};

const requestedResource = sql`requested_resource`;
const candidateResource = sql`candidate_resource`;
const visibleResource = sql`visible_resource`;
const includedTile = sql`included_tile`;
const visibleId = sql`visible_id`;
const readableNodegroupIds = sql`select n.nodegroup_id from readable_nodegroup n`;

/** The requested resource instance, even if the caller may not see it. */
export function requestedResourceTable(
  resourceId: ResourceId,
  { includesNames }: DocumentParts,
): Statement {
  return sql`requested_resource as materialized (
    select r.*, g.publication_id, g.life_cycle_id${includesNames ? sql`, ${idsInDescriptorsColumn}` : sql``}
    from resource r
    join graph g on g.graph_id = r.graph_id
    where r.resource_id = ${uuid(resourceId)}
  )`;
}

/** The resource instances whose names the document may contain, even those that the caller may not see. */
export function candidateResourceTable(
  resourceId: ResourceId,
  { isPage }: DocumentParts,
): Statement {
  const ids = unionQueries(
    [
      sql`select o.to_resource_id
      from tile t
      join resource_relation o on o.tile_id = t.tile_id
      where t.resource_id = ${uuid(resourceId)}`,
      isPage ? relatedIdsQuery : undefined,
    ],
    '      ',
  );
  return sql`candidate_resource as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from resource r
    where r.resource_id = any (array(
      ${ids}
    ))
  )`;
}

/** The visible ones of all resource instances of the statement, so that visibility is evaluated once. */
export function visibleIdTable(
  caller: Caller,
  resourceId: ResourceId,
  { includesNames, hasReferencedNames }: DocumentParts,
): Statement {
  const ids = unionQueries(
    [
      sql`select ${uuid(resourceId)}`,
      includesNames ? resourceIdsInDescriptorsQuery(requestedResource) : undefined,
      hasReferencedNames
        ? sql`select r.resource_id from candidate_resource r
      union ${resourceIdsInDescriptorsQuery(candidateResource)}`
        : undefined,
    ],
    '      ',
  );
  return sql`-- Visibility is evaluated once for all resource instances of the statement.
  visible_id as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      ${ids}
    ))
  )`;
}

/** The nodegroups of the tiles and names in the document, as a query that returns ids. */
export function nodegroupsQuery(
  resourceId: ResourceId,
  { includesNames, hasReferencedNames }: DocumentParts,
): Statement {
  const ids = unionQueries(
    [
      sql`select t.nodegroup_id
      from tile t
      where t.resource_id = ${uuid(resourceId)}`,
      includesNames ? nodegroupsOfDescriptorsQuery(requestedResource) : undefined,
      hasReferencedNames ? nodegroupsOfDescriptorsQuery(candidateResource) : undefined,
    ],
    '      ',
  );
  return sql`
      ${ids}
    `;
}

/** The requested resource instance, if the caller may see it. */
export function visibleResourceTable(caller: Caller): Statement {
  return sql`visible_resource as materialized (
    select r.*, visible_version(r.version, r.proposal_changes, ${int(caller)}) as visible_version
    from requested_resource r
    where r.resource_id in (select v.resource_id from visible_id v)
  )`;
}

export function readableTileTable(caller: Caller): Statement {
  return sql`readable_tile as materialized (
    select t.*, n.depth, n.model_position, n.is_hidden
    from visible_resource v
    join tile t on t.resource_id = v.resource_id
    join readable_nodegroup n on n.nodegroup_id = t.nodegroup_id
    where ${tileVisibleCondition(caller, sql`t`)}
  )`;
}

/** The tiles of the document. */
export function includedTileTable({ omitsHidden }: DocumentParts): Statement {
  return sql`included_tile as (
    select t.*
    from readable_tile t
    where not (t.is_hidden and ${boolean(omitsHidden)})
  )`;
}

/** Which texts of concepts each detail contains, see `conceptRowsQuery`. */
const conceptTexts = { concepts: 'none', names: 'all', page: 'labels' } as const;

/** The rows of the concepts to which values refer. */
export function conceptTables(detail: Exclude<DocumentDetail, 'tiles'>): Statement {
  return joinTables(
    [
      sql`mentioned_value as materialized (
    ${conceptValuesInTilesQuery(includedTile)}
  )`,
      sql`concept_row (position, text) as materialized (
    ${conceptRowsQuery(sql`select m.value_id from mentioned_value m`, conceptTexts[detail])}
  )`,
    ],
    '  ',
  );
}

/** The rows of the visible resource instances whose names the document contains. */
export function referencedResourceTables(caller: Caller, { isPage }: DocumentParts): Statement {
  const ids = unionQueries(
    [referencedResourceIdsQuery(caller, includedTile), isPage ? relatedIdsQuery : undefined],
    '      ',
  );
  return joinTables(
    [
      sql`referenced_resource as materialized (
    select r.*
    from candidate_resource r
    where r.resource_id = any (array(
      ${ids}
    ))
      and r.resource_id in (select v.resource_id from visible_id v)
  )`,
      sql`visible_in_descriptors as materialized (
    ${visibleResourceIdsInDescriptorsQuery(sql`referenced_resource`, visibleId)}
  )`,
      sql`resource_row (position, text) as materialized (
    ${referencedResourceRowsQuery(
      sql`referenced_resource`,
      readableNodegroupIds,
      sql`select i.visible from visible_in_descriptors i`,
      !isPage,
    )}
  )`,
    ],
    '  ',
  );
}

/** The table that `entityTagTables` reads: the document without its rows, and its last change. */
export function headerTable(caller: Caller, parts: DocumentParts): Statement {
  const { includesNames, isPage } = parts;
  return sql`header as materialized (
    select
      v.visible_version as version,
      v.publication_id,
      jsonb_build_object(
        'graphId', v.graph_id,
        'legacyId', v.legacy_id,
        'resourceId', v.resource_id,
        'version', v.visible_version,
        'publicationId', v.publication_id${includesNames ? descriptorsMember : sql``}${isPage ? pageMembers(caller) : sql``}
      ) || ${statedPartsExpression(sql`v`, parts)} as document,
      greatest(
        visible_change(v.changed_at, v.proposal_changes, ${int(caller)}),
        -- A long transaction can end well after the change.
        (select max(a.end_time) from activity a where a.resource_id = v.resource_id),
        (select max(c.changed_at) from last_change c ${includesNames ? sql`` : sql`where c.subject <> 'names'`})
        ${includesNames ? sql`, ${lastChangeOfNames(caller, parts)}` : sql``}
      ) as changed_at
    from visible_resource v
  )`;
}

const descriptorsMember = sql`,
        'descriptors', ${readableDescriptorsExpression(
          sql`v.descriptors`,
          readableNodegroupIds,
          visibleResourceIdsInDescriptorsQuery(visibleResource, visibleId),
        )}`;

const pageMembers = (caller: Caller): Statement => sql`,
        'mayReadHistory', may_read_history(${int(caller)}),
        'changedAt', to_char(
          visible_change(v.changed_at, v.proposal_changes, ${int(caller)}) at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS"Z"'
        )`;

function lastChangeOfNames(caller: Caller, { hasReferencedNames }: DocumentParts): Statement {
  const idsInDescriptors = resourceIdsInDescriptorsQuery(visibleResource);
  return lastChangeOfNamesExpression(
    hasReferencedNames
      ? sql`${idsInDescriptors} union ${referencedResourceIdsQuery(caller, includedTile)}`
      : idsInDescriptors,
    visibleId,
  );
}

export function tileRowTable(caller: Caller): Statement {
  return sql`tile_row (position, text) as materialized (
    select
      row_number() over (order by ${recordOrder(sql`t`)}),
      ${recordExpression(caller)}
    from included_tile t
  )`;
}
