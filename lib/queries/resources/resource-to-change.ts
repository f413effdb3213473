import * as z from 'zod';

import {
  asText,
  documentQuery,
  listSection,
  requiredSection,
  optionalSection,
} from '../../data-api/document-sections.ts';
import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql, textArray, uuid, uuidArray } from '../../data-api/sql.ts';
import type { Caller } from '../../model/accounts/caller.ts';
import type { StoredTile } from '../../model/change/stored-resource.ts';
import {
  parseGraphId,
  parsePublicationId,
  parseResourceId,
  type ResourceId,
} from '../../model/ids.ts';
import { conceptValuesInTilesQuery } from '../concepts/concept-values-in-tiles.ts';
import { dependantCountExpression } from '../descriptors/dependent-names.ts';
import {
  groupNestedNames,
  nestedNamePairSchema,
  nestedNamesQuery,
  storedBasisSchema,
  storedDescriptorsSchema,
  storedNamesSchema,
  descriptorStamp,
} from '../descriptors/stored-descriptors.ts';
import { tileVisibleCondition } from '../tiles/tile-record.ts';
import { readableTileTables, parseStoredTile, storedTilesQuery } from '../tiles/tiles-to-change.ts';
import { earlierCreationSchema, earlierCreationExpression } from './stored-idempotency-key.ts';
import { changeStoredCondition } from './change-stored-condition.ts';
import {
  resourceIdsInDescriptorsQuery,
  idsInDescriptorsColumn,
  visibleResourceIdsInDescriptorsQuery,
} from './resource-document-fragments.ts';
import {
  conceptDetailRowsQuery,
  mentionedConceptsQuery,
  resourceDetailRowsQuery,
  targetGraphTables,
  type ModelReference,
} from './resource-to-change-fragments.ts';
import { namedFileSchema, namedFilesQuery, type NamedFile } from '../files/named-files.ts';
import type { PreparedVariants } from '../prepared-variants.ts';

/** The resource instance to change, and the ids in the request. */
export type ChangeLookup = ModelReference & {
  readonly resourceId: ResourceId;
  /** The id of the change. An earlier attempt may already have stored the change under this id. */
  readonly transactionId: string;
  readonly idempotencyKey: string | null;
  /** Ids in the request: of concepts and their values, of resource instances, of tiles. */
  readonly uuids: readonly string[];
  /** Other IRIs in the request, which can be identifiers of external concepts. */
  readonly iris: readonly string[];
};

function nullAsUndefined<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().transform((value) => value ?? undefined);
}

const storedHeaderSchema = z
  .object({
    canView: z.boolean(),
    canChange: z.boolean(),
    /** The version that counts every change. */
    version: z.string(),
    /** The version that the caller sees. It counts proposals of others only for reviewers. */
    visibleVersion: z.string(),
    /** Whether it consists of proposals only. */
    isProposed: z.boolean(),
    legacyId: z.string().nullable(),
    described: z
      .object({
        texts: storedDescriptorsSchema,
        basis: storedBasisSchema.nullable(),
        stamp: z.string(),
      })
      .readonly(),
  })
  .readonly();

const graphIdSchema = z.string().transform(parseGraphId);
const resourceIdSchema = z.string().transform(parseResourceId);

const headerSchema = z.object({
  isReviewer: z.boolean(),
  /** The model of the stored resource instance, otherwise that of the request; undefined if neither is visible. */
  graphId: nullAsUndefined(graphIdSchema),
  publicationId: nullAsUndefined(z.string().transform(parsePublicationId)),
  /** Whether the caller may write a nodegroup of the model. */
  mayCreate: z.boolean(),
  /** The model of the request, if the caller may read something of it. */
  requestedGraphId: nullAsUndefined(graphIdSchema),
  languages: z.array(z.string()).readonly(),
  /** The result of an earlier request with the same key. */
  earlierCreation: nullAsUndefined(earlierCreationSchema),
  /** Whether an earlier attempt has stored this change, and its response was lost. */
  isWritten: z.boolean(),
  /** The number of resource instances whose texts contain its name, up to one more than a batch. */
  dependantCount: z.number(),
  /** The version that the resource instance has after its creation: 1, unless one with this id was deleted. */
  firstVersion: z.string(),
  /** The stored resource instance. Its permissions are all false if the caller may not see it. */
  stored: nullAsUndefined(storedHeaderSchema),
});

const nodegroupSchema = z.object({
  nodegroupId: z.string(),
  canWrite: z.boolean(),
  canDelete: z.boolean(),
});

const otherTileSchema = z.object({ tileId: z.string(), resourceId: resourceIdSchema.nullable() });

const conceptSchema = z
  .object({
    conceptId: z.string(),
    legacyId: z.string().nullable(),
    values: z
      .array(
        z.object({
          valueId: z.string(),
          type: z.string(),
          text: z.string(),
          language: z.string().nullable(),
        }),
      )
      .readonly(),
    collections: z.array(z.string()).readonly(),
  })
  .readonly();

const resourceSchema = z
  .object({
    resourceId: z.string(),
    graphId: z.string(),
    isVisible: z.boolean(),
    rootClass: z.string().nullable(),
    names: z.record(z.string(), z.string()),
    allNames: storedNamesSchema,
  })
  .readonly();

export type MentionedConcept = z.output<typeof conceptSchema>;

/**
 * Everything on which a change of a resource instance depends. It contains data that the caller may not see (all
 * names, proposals of others), so it must not be returned to the caller.
 */
export type ChangeSource = Readonly<z.output<typeof headerSchema>> & {
  /** The caller's rights by nodegroup id; unreadable nodegroups are missing. */
  readonly rights: ReadonlyMap<
    string,
    Readonly<Omit<z.output<typeof nodegroupSchema>, 'nodegroupId'>>
  >;
  /** The readable tiles in their stable order. */
  readonly tiles: readonly StoredTile[];
  /** Other tiles in the request with their resource instances; null if a tile is not readable. */
  readonly otherTiles: ReadonlyMap<string, ResourceId | null>;
  /** The concepts that the request or a value mentions. */
  readonly concepts: readonly MentionedConcept[];
  /** The resource instances that the request or a value mentions. */
  readonly resources: readonly z.output<typeof resourceSchema>[];
  /** By the id of a resource instance: those whose names are part of its name, at any depth. */
  readonly nestedNames: ReadonlyMap<string, readonly string[]>;
  /** The files in the request that are stored, announced, or named by a tile. */
  readonly namedFiles: readonly NamedFile[];
  /** The JSON string of the compiled graph, unless it is cached. */
  readonly graph: string | undefined;
};

/**
 * Finds everything on which a change of a resource instance depends. Visibility is evaluated once for all resource instances.
 * @param cachedPublications the publications whose compiled graphs are cached
 */
export function findChangeSource(
  caller: Caller,
  lookup: ChangeLookup,
  cachedPublications: readonly string[],
): DocumentQuery<ChangeSource> {
  return documentQuery(
    {
      isPrepared: true,
      withClause: sql`with stored as materialized (
    select r.*, p.can_view, p.can_change
    from resource r
    cross join lateral resource_permission(${int(caller)}, r.resource_id) p
    where r.resource_id = ${uuid(lookup.resourceId)}
  ),
  ${readableTileTables(caller, storedTable)},
  -- A write of a tile also writes the other values that its author has proposed, so the ids in these are included.
  requested as materialized (
    select
      array(
        select i.id::uuid
        from unnest(${textArray(lookup.uuids)}) as i (id)
        union
        select unnest(ids_within(t.provisional_edits ->> ${int(caller)}::text))
        from readable_tile t
        where jsonb_exists(t.provisional_edits, ${int(caller)}::text)
      ) as ids,
      ${textArray(lookup.iris)} as iris
  ),
  ${targetGraphTables(caller, lookup, sql`readable_nodegroup`, storedTable)},
  stored_value as materialized (
    ${conceptValuesInTilesQuery(sql`readable_tile`)}
  ),
  mentioned_concept as materialized (
    ${mentionedConceptsQuery(requestTable, storedValueIds)}
  ),
  mentioned_resource_id as materialized (
    select unnest(r.ids) as resource_id
    from requested r
    union
    select o.to_resource_id
    from resource_relation o
    where o.tile_id = any (array(select t.tile_id from readable_tile t))
  ),
  mentioned_resource as materialized (
    select r.*, ${idsInDescriptorsColumn}
    from resource r
    where r.resource_id = any (array(select m.resource_id from mentioned_resource_id m))
  ),
  other_tile as materialized (
    select t.tile_id, t.resource_id, t.nodegroup_id, ${tileVisibleCondition(caller, sql`t`)} as is_visible
    from requested a
    join tile t on t.tile_id = any (a.ids)
    where t.tile_id not in (select r.tile_id from readable_tile r)
  ),
  visible_id as materialized (
    select v.resource_id
    from visible_resource(${int(caller)}) v
    where v.resource_id = any (array(
      select m.resource_id from mentioned_resource_id m
      union ${resourceIdsInDescriptorsQuery(mentionedResourceTable)}
      union
      select t.resource_id
      from other_tile t
    ))
  )`,
      sections: {
        header: requiredSection(
          headerSchema,
          sql`select jsonb_build_object(
        'isReviewer', is_reviewer(${int(caller)}),
        'graphId', t.graph_id,
        'publicationId', t.publication_id,
        'mayCreate', coalesce(t.may_create, false),
        'requestedGraphId', (select r.graph_id from requested_graph r),
        'languages', (
          select coalesce(jsonb_agg(l.language_id order by l.language_id collate "C"), '[]')
          from language l
        ),
        'earlierCreation', ${earlierCreationExpression(caller, lookup.idempotencyKey)},
        'isWritten', ${changeStoredCondition(lookup)},
        'dependantCount', ${dependantCountExpression(lookup.resourceId)},
        'firstVersion', first_version(${uuid(lookup.resourceId)})::text,
        'stored', (
          select jsonb_build_object(
            'canView', s.can_view,
            'canChange', s.can_change,
            'version', s.version::text,
            'visibleVersion', visible_version(s.version, s.proposal_changes, ${int(caller)})::text,
            'isProposed', s.proposed_by is not null,
            'legacyId', s.legacy_id,
            'described', jsonb_build_object(
              'texts', s.descriptors,
              'basis', s.descriptor_basis,
              'stamp', ${descriptorStamp(sql`s`)}
            )
          )
          from stored s
        )
      )::text
    from (select) one_row
    left join target t on true`,
        ),
        nodegroup: listSection(
          nodegroupSchema,
          sql`select
      row_number() over (order by n.nodegroup_id),
      jsonb_build_object('nodegroupId', n.nodegroup_id, 'canWrite', n.can_write, 'canDelete', n.can_delete)::text
    from readable_nodegroup n
    join target t on t.graph_id = n.graph_id`,
        ),
        tile: listSection(parseStoredTile, storedTilesQuery(caller)),
        'other-tile': listSection(
          otherTileSchema,
          sql`select
      row_number() over (order by t.tile_id),
      jsonb_build_object(
        'tileId', t.tile_id,
        'resourceId', case
          when t.is_visible
            and t.nodegroup_id in (select n.nodegroup_id from readable_nodegroup n)
            and t.resource_id in (select v.resource_id from visible_id v)
            then t.resource_id
        end
      )::text
    from other_tile t`,
        ),
        concept: listSection(
          conceptSchema,
          conceptDetailRowsQuery(sql`mentioned_concept`, requestTable, storedValueIds),
        ),
        resource: listSection(
          resourceSchema,
          resourceDetailRowsQuery(
            mentionedResourceTable,
            readableNodegroupIds,
            visibleIdTable,
            visibleResourceIdsInDescriptorsQuery(mentionedResourceTable, visibleIdTable),
          ),
        ),
        'nested-name': listSection(
          nestedNamePairSchema,
          nestedNamesQuery(sql`select m.resource_id from mentioned_resource m`),
        ),
        'named-file': listSection(namedFileSchema, namedFilesQuery(caller, sql`requested`)),
        graph: optionalSection(
          asText,
          sql`select p.document
    from target t
    join publication p on p.publication_id = t.publication_id
    where t.publication_id <> all (${uuidArray(cachedPublications)})`,
        ),
      },
      version: sql`select concat(
    (select r.version from resource r where r.resource_id = ${uuid(lookup.resourceId)}),
    (select max(c.changed_at) from last_change c)
  )`,
    },
    (section) => ({
      ...section('header'),
      rights: new Map(
        section('nodegroup').map(({ nodegroupId, ...rights }) => [nodegroupId, rights]),
      ),
      tiles: section('tile'),
      otherTiles: new Map(section('other-tile').map((tile) => [tile.tileId, tile.resourceId])),
      concepts: section('concept'),
      resources: section('resource'),
      nestedNames: groupNestedNames(section('nested-name')),
      namedFiles: section('named-file'),
      graph: section('graph'),
    }),
  );
}

const requestTable = sql`requested`;
const storedTable = sql`stored`;
const mentionedResourceTable = sql`mentioned_resource`;
const visibleIdTable = sql`visible_id`;
const readableNodegroupIds = sql`select n.nodegroup_id from readable_nodegroup n`;
const storedValueIds = sql`select s.value_id from stored_value s`;

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'required',
  variants: (caller, sample) => [
    findChangeSource(
      caller,
      {
        resourceId: sample.resourceId,
        transactionId: sample.uuid,
        graph: null,
        nodegroupId: null,
        nodeId: null,
        rootClasses: [],
        idempotencyKey: null,
        uuids: [],
        iris: [],
      },
      [],
    ),
  ],
};
