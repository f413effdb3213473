import * as z from 'zod';

import { prepared } from '../../data-api/prepared-statements.ts';
import { hasRow, oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, json, jsonText, sql, uuid, type Statement } from '../../data-api/sql.ts';
import type { ResourceChange, TileChange } from '../../model/change/resource-change.ts';
import type { ResourceId } from '../../model/ids.ts';
import { storeIdempotencyKeyTables, type IdempotencyKey } from './stored-idempotency-key.ts';
import { changedResourceTables } from './changed-resources.ts';
import type { Writer } from './record-activity.ts';
import {
  dependantTables,
  markToken,
  parseDependantNames,
  withDependantNames,
} from '../descriptors/dependant-names.ts';
import type { DescriptorInputs } from '../descriptors/descriptor-inputs.ts';
import { descriptorStamp } from '../descriptors/stored-descriptors.ts';
import { stagedText } from '../staging.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import {
  changingTileIds,
  repeatedChecksSchema,
  repeatedChecksExpression,
  failedChecksExpression,
} from './unique-checks.ts';

/*
 * Everything that changes resource instances and tiles goes through the parts of this file and of changed-resources.ts: a change of one resource instance in
 * one statement, an import or a change larger than a request in several statements of one transaction. So the edit log, the
 * versions and the activity stream are never missed.
 * Locks are taken in one order: resource instances by id, then their tiles, last the counter of the activity stream.
 */

/** A statement with its tiles in the parameter, or in the staging table where they are larger than a request. */
export type TileSource = { readonly text: string } | 'staged';

const outcome = z
  .object({
    /** Whether every resource instance was as it was read. */
    isCurrent: z.boolean(),
    /** The unique checks that failed because of what the writer may see. */
    repeated: repeatedChecksSchema,
    /** How often the writer met a value that something closed to the writer holds, this time included; null where it was not met. */
    timesTaken: z.number().nullable(),
  })
  .readonly();

/** What became of a change. It goes on where all is as it was read, and no unique check failed. */
export type ChangeOutcome = z.infer<typeof outcome>;

/** The same, with the names that are to follow it, where these are few. */
export type ChangeOutcomeWithDependants = ChangeOutcome & {
  readonly dependants?: DescriptorInputs | undefined;
};

/** A resource instance whose name changes, with others that contain it. */
export type RenamedResource = {
  readonly resourceId: ResourceId;
  /** Languages that names are written in, besides the stored ones. */
  readonly languages: readonly string[];
};

/**
 * Writes changes of resource instances whole, in one statement: nothing, or all of it with the edit log and the activity.
 * @param followed a resource instance whose name they change, and that is part of the names of others
 * @throws through the Data API: a unique violation (23505) where a resource instance or a tile has come into being since it was read
 */
export function writeChanges(
  changes: readonly ResourceChange[],
  writer: Writer,
  key?: IdempotencyKey,
  followed?: RenamedResource,
): RowsQuery<ChangeOutcomeWithDependants> {
  const tiles = changes.flatMap((change) => change.tiles);
  return wholeOf(changes, tiles, tileChangeKinds(tiles), { writer, key, followed });
}

type Whole = {
  readonly writer: Writer;
  readonly key?: IdempotencyKey | undefined;
  readonly followed?: RenamedResource | undefined;
};

/** Its text depends on the kinds, and on whether there is a key and somebody that follows. */
function wholeOf(
  changes: readonly ResourceChange[],
  tiles: readonly TileChange[],
  kinds: ReadonlySet<TileChange['change']>,
  { writer, key, followed }: Whole,
): RowsQuery<ChangeOutcomeWithDependants> {
  const parts = sql`with ${opening(changes, writer)},
${tileParts({ text: JSON.stringify(tiles) }, kinds, writer, mayGoOn)}
${key === undefined ? sql`` : sql`${storeIdempotencyKeyTables(key, mayGoOn)},`}
${changedResourceTables(changes, writer, mayGoOn, sql`(select count(*) from created_resource) + ${writtenTiles(kinds)}`)}`;
  if (followed === undefined) return oneRow(prepared(sql`${parts}\n${fromGate}`), outcome);
  const following = dependantTables({ ...followed, token: writer.transactionId });
  const written = oneRow(
    prepared(sql`${parts},\n${following}\n${withDependantNames(fromGate)}`),
    outcome,
  );
  return {
    ...written,
    read: (rows) => ({
      ...written.read(rows),
      dependants: parseDependantNames(rows.slice(1), followed.languages),
    }),
  };
}

/** Opens a change of several statements: locks what is there, inserts what is new. */
export function openChanges(
  changes: readonly ResourceChange[],
  writer: Writer,
  key?: IdempotencyKey,
): RowsQuery<ChangeOutcome> {
  return oneRow(
    sql`with ${opening(changes, writer)}
${key === undefined ? sql`` : sql`, ${storeIdempotencyKeyTables(key, mayGoOn)}`}
${fromGate}`,
    outcome,
  );
}

/** Writes tiles of a change that openChanges opened. @param kinds what is to be done with them */
export function writeTiles(
  tiles: TileSource,
  kinds: ReadonlySet<TileChange['change']>,
  writer: Writer,
): RowsQuery<boolean> {
  return hasRow(sql`with ${tileParts(tiles, kinds, writer, sql`true`)}
done as (
  select count(*) from logged_tile
)
select * from done`);
}

/**
 * Closes a change of several statements: versions, names, languages, and the place of each in the activity stream. It must be the
 * last statement: it takes the ordinals and holds their lock until the commit.
 */
export function closeChanges(changes: readonly ResourceChange[], writer: Writer): Statement {
  return sql`with ${incomingResource(changes)},
${changedResourceTables(changes, writer, sql`true`, sql`0`)}
select count(*), ${markToken(writer.transactionId)}
from activity_row`;
}

/** How many tiles were written, so that what asks for it comes after their writing. */
function writtenTiles(kinds: ReadonlySet<TileChange['change']>): Statement {
  const of = (kind: TileChange['change'], count: Statement): Statement =>
    kinds.has(kind) ? sql` + ${count}` : sql``;
  return sql`(select count(*) from logged_tile)${of('delete', sql`(select count(*) from deleted_tile)`)}${of('update', sql`(select count(*) from updated_tile)`)}${of('create', sql`(select count(*) from created_tile)`)}`;
}

/** What the tiles of a change are to go through. */
export function tileChangeKinds(tiles: readonly TileChange[]): ReadonlySet<TileChange['change']> {
  return new Set(tiles.map(({ change }) => change));
}

const noFailedCheck = sql`'{"repeated": [], "holders": [], "closed": []}'::jsonb`;

const mayGoOn = sql`(select g.may_go_on from gate g)`;

const fromGate = sql`select jsonb_build_object(
  'isCurrent', g.is_current,
  'repeated', ${repeatedChecksExpression(sql`g.checks`)},
  'timesTaken', (select t.times from counted_taken t)
)::text
from gate g`;

function incomingResource(changes: readonly ResourceChange[]): Statement {
  // What is null goes without saying: an import sends thousands.
  const rows = changes.map((change) => ({
    resource_id: change.resourceId,
    graph_id: change.graphId,
    kind: change.kind,
    version: change.version ?? undefined,
    proposers: change.proposers ?? undefined,
    keeps_legacy_id: change.legacyId === undefined,
    legacy_id: change.legacyId ?? undefined,
    created_at: change.createdAt ?? undefined,
    descriptors: change.descriptors?.texts,
    descriptor_basis: change.descriptors?.basis,
    texts_stamp:
      change.descriptors === undefined ? undefined : (change.descriptorsStamp ?? undefined),
  }));
  return sql`incoming_resource as materialized (
  select *
  from jsonb_to_recordset(${json(rows)}) as i (
    resource_id uuid,
    graph_id uuid,
    kind text,
    version bigint,
    proposers integer[],
    keeps_legacy_id boolean,
    legacy_id text,
    created_at timestamptz,
    descriptors jsonb,
    descriptor_basis jsonb,
    texts_stamp text
  )
)`;
}

function opening(changes: readonly ResourceChange[], writer: Writer): Statement {
  const checks = changes.flatMap((change) => change.uniqueChecks);
  const checked = failedChecksExpression(checks, changes.flatMap(changingTileIds), writer.caller);
  return sql`${incomingResource(changes)},
locked as materialized (
  select r.resource_id, r.version, ${descriptorStamp(sql`r`)} as texts_stamp
  from resource r
  where r.resource_id = any (array(select i.resource_id from incoming_resource i))
  order by r.resource_id
  for update
),
-- Nobody can change these resource instances from here on, so what was read of them holds.
compared as materialized (
  select
    bool_and(i.version is not distinct from l.version and coalesce(i.texts_stamp = l.texts_stamp, true)) as is_current
  from incoming_resource i
  left join locked l on l.resource_id = i.resource_id
),
gate as materialized (
  select
    c.is_current,
    u.checks,
    c.is_current and u.checks = ${noFailedCheck} as may_go_on
  from compared c
  cross join lateral (
    select case when c.is_current then ${checked} else ${noFailedCheck} end as checks
  ) u
),
counted_taken as (
  insert into taken_value as t (account_id)
  select ${int(writer.caller)}
  from gate g
  where g.checks -> 'repeated' = '[]'
    and g.checks -> 'closed' <> '[]'
  on conflict (account_id) do update
  set
    times = t.times + 1,
    last_at = excluded.last_at
  returning t.times
),
created_resource as (
  insert into resource (
    resource_id, graph_id, legacy_id, created_at, created_by, descriptors, descriptor_basis, proposed_by
  )
  select
    i.resource_id,
    i.graph_id,
    i.legacy_id,
    coalesce(i.created_at, clock_timestamp()),
    ${int(writer.caller)},
    coalesce(nullif(i.descriptors, 'null'::jsonb), '{}'),
    nullif(i.descriptor_basis, 'null'::jsonb),
    i.proposers
  from incoming_resource i
  where i.kind = 'Create'
    and ${mayGoOn}
  order by i.resource_id
  returning resource_id
)`;
}

/** The tiles of a change, what was there before, and what is done with them. Ends with a comma. */
function tileParts(
  source: TileSource,
  kinds: ReadonlySet<TileChange['change']>,
  writer: Writer,
  goOn: Statement,
): Statement {
  return sql`incoming_tile as materialized (
  select t.*
  from jsonb_to_recordset(${source === 'staged' ? sql`${stagedText}::jsonb` : sql`${jsonText(source.text)}`}) as t (
    change text,
    tile_id uuid,
    resource_id uuid,
    nodegroup_id uuid,
    parent_tile_id uuid,
    keeps_parent boolean,
    sort_order integer,
    data jsonb,
    provisional_edits jsonb,
    is_proposed boolean
  )
  where ${goOn}
),
tile_before as materialized (
  select t.*
  from tile t
-- Nothing is there before a tile that is new.
  where ${kinds.has('delete') || kinds.has('update') ? sql`t.tile_id = any (array(select i.tile_id from incoming_tile i))` : sql`false`}
),
${kinds.has('delete') ? deletedTile : sql``}
${kinds.has('update') ? updatedTile : sql``}
${kinds.has('create') ? createdTile : sql``}
logged_tile as (
  insert into edit_log (
    transaction_id, resource_id, tile_id, nodegroup_id, edit_type, old_value, account_id,
    old_provisional_edits, new_provisional_edits
  )
  select
    ${uuid(writer.transactionId)},
    i.resource_id,
    i.tile_id,
    -- That of the old value: an import may move a tile to another nodegroup.
    coalesce(b.nodegroup_id, i.nodegroup_id),
    case
      -- Only those who may read a proposal learn of it.
      when coalesce(b.is_proposed, true) and (i.change = 'delete' or i.is_proposed) then 'tile proposal'
      when i.change = 'create' or b.is_proposed then 'tile create'
      when i.change = 'delete' then 'tile delete'
      when b.data = i.data and b.provisional_edits is distinct from proposed.edits then 'tile proposal'
      else 'tile edit'
    end,
    case when not b.is_proposed then b.data end,
    ${int(writer.caller)},
    case when b.provisional_edits is distinct from proposed.edits then b.provisional_edits end,
    case when b.provisional_edits is distinct from proposed.edits then proposed.edits end
  from incoming_tile i
  left join tile_before b on b.tile_id = i.tile_id
  cross join lateral (
    select case when i.change <> 'delete' then nullif(i.provisional_edits, 'null'::jsonb) end as edits
  ) proposed
  returning edit_log_id
),`;
}

const deletedTile = sql`deleted_tile as (
  delete from tile t
  using incoming_tile i
  where i.change = 'delete'
    and t.tile_id = i.tile_id
    and t.resource_id = i.resource_id
  returning t.tile_id
),`;

const updatedTile = sql`updated_tile as (
  update tile t
  set
    nodegroup_id = i.nodegroup_id,
    parent_tile_id = case when i.keeps_parent then t.parent_tile_id else i.parent_tile_id end,
    sort_order = i.sort_order,
    data = i.data,
    provisional_edits = nullif(i.provisional_edits, 'null'::jsonb),
    is_proposed = i.is_proposed is true
  from incoming_tile i
  where i.change = 'update'
    and t.tile_id = i.tile_id
    and t.resource_id = i.resource_id
  returning t.tile_id
),`;

const createdTile = sql`created_tile as (
  insert into tile (
    tile_id, resource_id, nodegroup_id, parent_tile_id, sort_order, data, provisional_edits, is_proposed
  )
  select
    i.tile_id, i.resource_id, i.nodegroup_id, i.parent_tile_id, i.sort_order, i.data,
    nullif(i.provisional_edits, 'null'::jsonb), i.is_proposed is true
  from incoming_tile i
  where i.change = 'create'
  returning tile_id
),`;

/** The texts that writing whole can have: with each of the kinds or without it. @public */
export const preparedVariants: PreparedVariants = {
  token: 'none',
  variants: (_caller, { resourceId, uuid }) => {
    const writer = { caller: 1, transactionId: uuid };
    const key = { accountId: 1, key: '', requestHash: '', resourceId, tileId: null };
    const followed = { resourceId, languages: [] };
    return [[], ['create'] as const]
      .flatMap((kinds) => [kinds, [...kinds, 'update'] as const])
      .flatMap((kinds) => [kinds, [...kinds, 'delete'] as const])
      .flatMap((kinds) =>
        [{}, { key }, { followed }, { key, followed }].map((some) =>
          wholeOf([], [], new Set(kinds), { writer, ...some }),
        ),
      );
  },
};
