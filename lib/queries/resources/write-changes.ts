import * as z from 'zod';

import { markPrepared } from '../../data-api/prepared-statements.ts';
import { rowExistsQuery, oneRow, type RowsQuery } from '../../data-api/query.ts';
import { int, joinTables, json, sql, type Statement } from '../../data-api/sql.ts';
import type { ResourceWrite, TileWrite } from '../../model/change/resource-write.ts';
import type { NewStoredFile } from '../../model/files/stored-file.ts';
import type { ResourceId } from '../../model/ids.ts';
import { storedFileTables } from '../files/stored-files.ts';
import { storeIdempotencyKeyTables, type IdempotencyKey } from './stored-idempotency-key.ts';
import { changedResourceTables } from './changed-resources.ts';
import { tileTables, type TileSource } from './changed-tiles.ts';
import type { Writer } from '../history/record-activity.ts';
import {
  dependantTables,
  setMarkTokenExpression,
  parseDependentNames,
  statementWithDependentNames,
} from '../descriptors/dependent-names.ts';
import type { DescriptorInputs } from '../descriptors/descriptor-inputs.ts';
import { descriptorStamp } from '../descriptors/stored-descriptors.ts';
import type { PreparedVariants } from '../prepared-variants.ts';
import {
  changingTileIds,
  repeatedChecksSchema,
  repeatedChecksExpression,
  failedChecksExpression,
} from './unique-checks.ts';

/*
 * All changes of resource instances and tiles use this file, changed-tiles.ts and changed-resources.ts: one statement for a change of
 * one resource instance, several statements in one transaction for imports and larger changes. So every change has
 * its edit log, version and activity.
 * Locks are taken in a fixed order: resource instances by id, then their tiles, then the counter of the activity
 * stream.
 */

const changeOutcomeSchema = z
  .object({
    /** Whether no resource instance has changed since it was read. */
    isCurrent: z.boolean(),
    /** The unique checks that failed because of values that the caller may see. */
    repeated: repeatedChecksSchema,
    /**
     * How often the caller has tried to use a unique value of records that the caller may not read, including this
     * change; null if this change does not use one.
     */
    takenValueAttempts: z.number().nullable(),
  })
  .readonly();

/** The outcome of a change. It is stored if every resource instance is unchanged and no unique check failed. */
export type ChangeOutcome = z.infer<typeof changeOutcomeSchema> & {
  /** The names that contain the new name, if they are few; only where one is renamed. */
  readonly dependants?: DescriptorInputs | undefined;
};

/** A resource instance with a new name that is part of other names. */
export type RenamedResource = {
  readonly resourceId: ResourceId;
  /** Languages of the names, in addition to the stored ones, the project's default language first. */
  readonly languages: readonly string[];
};

/**
 * Writes changes of resource instances in one statement: all of them with edit log and activity, or nothing.
 * @rule Writing: How are tiles, the edit log and the activity written?
 * @param renamed a resource instance whose name changes and is part of other names
 * @throws through the Data API: a unique violation (23505) if a resource instance or a tile was created since it was
 *   read
 */
export function writeChanges(
  changes: readonly ResourceWrite[],
  writer: Writer,
  key?: IdempotencyKey,
  renamed?: RenamedResource,
): RowsQuery<ChangeOutcome> {
  const tiles = changes.flatMap((change) => change.tiles);
  return writeChangesOfKinds(changes, tiles, tileChangeKinds(tiles), { writer, key, renamed });
}

type WriteOptions = {
  readonly writer: Writer;
  readonly key?: IdempotencyKey | undefined;
  readonly renamed?: RenamedResource | undefined;
};

/**
 * The SQL text depends only on the kinds, on whether there is a key, and on whether there is a renamed resource instance. With files it is not
 * prepared: they would double the number of texts, and their bytes cost more time than the plan.
 */
function writeChangesOfKinds(
  changes: readonly ResourceWrite[],
  tiles: readonly TileWrite[],
  kinds: ReadonlySet<TileWrite['change']>,
  { writer, key, renamed }: WriteOptions,
): RowsQuery<ChangeOutcome> {
  const storedFiles = listStoredFiles(changes);
  const prepare = storedFiles.length === 0 ? markPrepared : (statement: Statement) => statement;
  const withClause = sql`with ${joinTables([
    lockingTables(changes, writer),
    tileTables({ text: JSON.stringify(tiles) }, kinds, writer, preconditionMetCondition),
    key === undefined ? undefined : storeIdempotencyKeyTables(key, preconditionMetCondition),
    storedFiles.length === 0 ? undefined : storedFileTables(storedFiles, preconditionMetCondition),
    changedResourceTables(
      changes,
      writer,
      preconditionMetCondition,
      sql`(select count(*) from created_resource) + ${writtenTileCount(kinds)}`,
    ),
  ])}`;
  if (renamed === undefined)
    return oneRow(prepare(sql`${withClause}\n${outcomeRow}`), changeOutcomeSchema);
  const dependantClause = dependantTables({ ...renamed, token: writer.transactionId });
  const outcomeQuery = oneRow(
    prepare(sql`${withClause},\n${dependantClause}\n${statementWithDependentNames(outcomeRow)}`),
    changeOutcomeSchema,
  );
  return {
    ...outcomeQuery,
    parse: (rows) => ({
      ...outcomeQuery.parse(rows),
      dependants: parseDependentNames(rows.slice(1), renamed.languages),
    }),
  };
}

/** Begins a change of several statements: locks existing resource instances and inserts new ones. */
export function beginChanges(
  changes: readonly ResourceWrite[],
  writer: Writer,
  key?: IdempotencyKey,
): RowsQuery<ChangeOutcome> {
  const storedFiles = listStoredFiles(changes);
  return oneRow(
    sql`with ${joinTables([
      lockingTables(changes, writer),
      key === undefined ? undefined : storeIdempotencyKeyTables(key, preconditionMetCondition),
      storedFiles.length === 0
        ? undefined
        : storedFileTables(storedFiles, preconditionMetCondition),
    ])}
${outcomeRow}`,
    changeOutcomeSchema,
  );
}

/** Writes tiles, between beginChanges and endChanges. @param kinds the kinds of changes among the tiles */
export function writeTiles(
  tiles: TileSource,
  kinds: ReadonlySet<TileWrite['change']>,
  writer: Writer,
): RowsQuery<boolean> {
  return rowExistsQuery(sql`with ${tileTables(tiles, kinds, writer, sql`true`)},
done as (
  select count(*) from logged_tile
)
select * from done`);
}

/**
 * Ends a change of several statements: writes versions, names, languages and activities. It must be the last
 * statement, because it locks the counter of ordinals until the commit.
 */
export function endChanges(changes: readonly ResourceWrite[], writer: Writer): Statement {
  return sql`with ${incomingResourceTable(changes)},
${changedResourceTables(changes, writer, sql`true`, sql`0`)}
select count(*), ${setMarkTokenExpression(writer.transactionId)}
from activity_row`;
}

/** The number of written tiles; reading it forces PostgreSQL to write them first. */
function writtenTileCount(kinds: ReadonlySet<TileWrite['change']>): Statement {
  const countOf = (kind: TileWrite['change'], count: Statement): Statement =>
    kinds.has(kind) ? sql` + ${count}` : sql``;
  return sql`(select count(*) from logged_tile)${countOf('delete', sql`(select count(*) from deleted_tile)`)}${countOf('update', sql`(select count(*) from updated_tile)`)}${countOf('create', sql`(select count(*) from created_tile)`)}`;
}

/** The files whose bytes were stored for a change. */
const listStoredFiles = (changes: readonly ResourceWrite[]): readonly NewStoredFile[] =>
  changes.flatMap(({ files = [] }) => files);

/** The kinds of changes among tiles. */
export function tileChangeKinds(tiles: readonly TileWrite[]): ReadonlySet<TileWrite['change']> {
  return new Set(tiles.map(({ change }) => change));
}

const noFailedCheck = sql`'{"repeated": [], "holders": [], "closed": []}'::jsonb`;

const preconditionMetCondition = sql`(select p.is_met from precondition p)`;

const outcomeRow = sql`select jsonb_build_object(
  'isCurrent', p.is_current,
  'repeated', ${repeatedChecksExpression(sql`p.checks`)},
  'takenValueAttempts', (select t.times from taken_value_count t)
)::text
from precondition p`;

function incomingResourceTable(changes: readonly ResourceWrite[]): Statement {
  // Nulls are left out to keep the parameter small: an import sends thousands of rows.
  const rows = changes.map((change) => ({
    resource_id: change.resourceId,
    graph_id: change.graphId,
    kind: change.kind,
    version: change.version ?? undefined,
    proposers: change.proposers ?? undefined,
    proposed_nodegroups: change.proposers === null ? undefined : listNodegroups(change),
    keeps_legacy_id: change.legacyId === undefined,
    legacy_id: change.legacyId ?? undefined,
    created_at: change.createdAt ?? undefined,
    descriptors: change.descriptors?.texts,
    descriptor_basis: change.descriptors?.basis,
    descriptor_stamp: change.descriptorsStamp ?? undefined,
  }));
  return sql`incoming_resource as materialized (
  select *
  from jsonb_to_recordset(${json(rows)}) as i (
    resource_id uuid,
    graph_id uuid,
    kind text,
    version bigint,
    proposers integer[],
    proposed_nodegroups text,
    keeps_legacy_id boolean,
    legacy_id text,
    created_at timestamptz,
    descriptors jsonb,
    descriptor_basis jsonb,
    descriptor_stamp text
  )
)`;
}

/** The nodegroups of the changed tiles, as the database function `with_proposal_change` takes them. */
function listNodegroups({ tiles }: ResourceWrite): string {
  return [...new Set(tiles.map(({ nodegroup_id: nodegroupId }) => nodegroupId))]
    .toSorted()
    .join(' ');
}

/** The common table expressions that lock resource instances, check that they are unchanged since they were read, and insert new ones. */
function lockingTables(changes: readonly ResourceWrite[], writer: Writer): Statement {
  const checks = changes.flatMap((change) => change.uniqueChecks);
  const failedChecks = failedChecksExpression(
    checks,
    changes.flatMap(changingTileIds),
    writer.caller,
  );
  return sql`${incomingResourceTable(changes)},
locked_resource as materialized (
  select r.resource_id, r.version, ${descriptorStamp(sql`r`)} as descriptor_stamp
  from resource r
  where r.resource_id = any (array(select i.resource_id from incoming_resource i))
  order by r.resource_id
  for update
),
comparison as materialized (
  select
    bool_and(i.version is not distinct from l.version and coalesce(i.descriptor_stamp = l.descriptor_stamp, true)) as is_current
  from incoming_resource i
  left join locked_resource l on l.resource_id = i.resource_id
),
precondition as materialized (
  select
    c.is_current,
    u.checks,
    c.is_current and u.checks = ${noFailedCheck} as is_met
  from comparison c
  cross join lateral (
    select case when c.is_current then ${failedChecks} else ${noFailedCheck} end as checks
  ) u
),
taken_value_count as (
  insert into taken_value as t (account_id)
  select ${int(writer.caller)}
  from precondition p
  where p.checks -> 'repeated' = '[]'
    and p.checks -> 'closed' <> '[]'
  on conflict (account_id) do update
  set
    times = t.times + 1,
    last_at = excluded.last_at
  returning t.times
),
created_resource as (
  insert into resource (
    resource_id, graph_id, legacy_id, version, created_at, created_by, descriptors, descriptor_basis, proposed_by
  )
  select
    i.resource_id,
    i.graph_id,
    i.legacy_id,
    first_version(i.resource_id),
    coalesce(i.created_at, clock_timestamp()),
    ${int(writer.caller)},
    coalesce(nullif(i.descriptors, 'null'::jsonb), '{}'),
    nullif(i.descriptor_basis, 'null'::jsonb),
    i.proposers
  from incoming_resource i
  where i.kind = 'Create'
    and ${preconditionMetCondition}
  order by i.resource_id
  returning resource_id
)`;
}

/** @public */
export const statementsToPrepare: PreparedVariants = {
  token: 'none',
  variants: (_caller, { resourceId, uuid }) => {
    const writer = { caller: 1, transactionId: uuid };
    const key = { accountId: 1, key: '', requestHash: '', resourceId, tileId: null };
    const renamed = { resourceId, languages: [] };
    return [[], ['create'] as const]
      .flatMap((kinds) => [kinds, [...kinds, 'update'] as const])
      .flatMap((kinds) => [kinds, [...kinds, 'delete'] as const])
      .flatMap((kinds) =>
        [{}, { key }, { renamed }, { key, renamed }].map((options) =>
          writeChangesOfKinds([], [], new Set(kinds), { writer, ...options }),
        ),
      );
  },
};
