import * as z from 'zod';

import { queryColumn } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';
import { oldMill, placeMills } from './every-write.ts';
import { millNodes, openMillService } from './mill-service.ts';
import { createWriters, type TestWriter, type TestWriters } from './writers.ts';

/** The service of the mills with all test writers. */
export type Mills = {
  readonly service: TestService;
  readonly writers: TestWriters;
  /** Restores the initial data: the old mill and its neighbour, with an empty edit log. */
  readonly reset: () => Promise<void>;
  /** A text that changes with every write. */
  readonly traces: () => Promise<string>;
};

/** Opens the service and stores the mills. */
export async function openMills(): Promise<Mills> {
  const { service } = await openMillService();
  const writers = await createWriters(service);
  await placeMills(service);
  return {
    service,
    writers,
    reset: async () => placeMills(service),
    traces: async () => (await queryColumn(service, traces)).join('\n'),
  };
}

const traces = `select concat_ws(' ',
  (select count(*) from edit_log),
  (select ordinal from activity_counter),
  (select string_agg(r.resource_id || ' ' || r.version, ',' order by r.resource_id) from resource r),
  (select md5(string_agg(t::text, '' order by t.tile_id)) from tile t),
  (select count(*) from idempotency_key)
)`;

const tile = z.looseObject({
  tileid: z.string(),
  nodegroup_id: z.string(),
  parenttile_id: z.string().nullable(),
  sortorder: z.number().nullable(),
  data: z.record(z.string(), z.unknown()),
  provisionaledits: z.record(z.string(), z.unknown()).nullable(),
});
const record = z.looseObject({
  resourceinstanceid: z.string(),
  graph_id: z.string(),
  tiles: z.array(tile),
});
const problem = z.looseObject({
  code: z.string(),
  detail: z.string(),
  errors: z
    .array(z.looseObject({ code: z.string(), pointer: z.string(), detail: z.string() }))
    .default([]),
});
const summary = z.object({
  dry_run: z.literal(true),
  resource: z.string(),
  change: z.enum(['create', 'update', 'delete', 'none']),
  tiles: z.record(
    z.enum(['created', 'changed', 'deleted']),
    z.array(z.looseObject({ tileid: z.string() })),
  ),
  referrers: z.unknown().optional(),
});

export type TileRecord = z.output<typeof tile>;
export type MillRecord = z.output<typeof record>;

export const recordPath = `/resources/${oldMill}?format=service-json`;

/** Reads the record of a mill as an account. */
export async function readRecord(writer: TestWriter, id = oldMill): Promise<MillRecord> {
  return record.parse(await writer.read(`/resources/${id}?format=service-json&hidden=false`));
}

/** A record in which the tile with the id of `changed` is replaced by it. */
export function withTile(mill: MillRecord, changed: TileRecord): MillRecord {
  return {
    ...mill,
    tiles: mill.tiles.map((tile) => (tile.tileid === changed.tileid ? changed : tile)),
  };
}

/** The first tile of a nodegroup. @throws Error if there is none */
export function tileOf(mill: MillRecord, nodegroupId = millNodes.appellation): TileRecord {
  const firstTile = mill.tiles.find(({ nodegroup_id: id }) => id === nodegroupId);
  if (firstTile === undefined) throw new Error(`There is no tile of nodegroup ${nodegroupId}.`);
  return firstTile;
}

/** A tile with another value. */
export function withValue(record: TileRecord, nodeId: string, value: unknown): TileRecord {
  return { ...record, data: { ...record.data, [nodeId]: value } };
}

/** Parses the problem document of an answer. */
export async function problemOf(response: Response): Promise<z.output<typeof problem>> {
  return problem.parse(await response.json());
}

/** The status and code of an answer, and the code and pointer of each of its errors. */
export async function refusalOf(
  response: Response,
): Promise<readonly [status: number, code: string, errors: readonly string[]]> {
  const { code, errors } = await problemOf(response);
  return [response.status, code, errors.map((error) => `${error.code} ${error.pointer}`)];
}

/** The kind of change and the ids of tiles in the answer to a dry run. */
export async function plannedBy(response: Response) {
  const { change, tiles } = summary.parse(await response.json());
  const ids = (list: readonly { readonly tileid: string }[] = []) =>
    list.map(({ tileid }) => tileid);
  return {
    change,
    created: ids(tiles.created),
    changed: ids(tiles.changed),
    deleted: ids(tiles.deleted),
  };
}

/** Sends form fields with POST. */
export async function sendForm(
  writer: TestWriter,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  return writer.sendRequest('POST', path, new URLSearchParams(fields).toString(), {
    'content-type': 'application/x-www-form-urlencoded',
  });
}
