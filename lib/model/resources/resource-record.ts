import * as z from 'zod';

import {
  isUuid,
  parseGraphId,
  parseResourceId,
  parseTileId,
  type GraphId,
  type ResourceId,
  type TileId,
} from '../ids.ts';
import { deriveNameUuid } from '../name-uuid.ts';
import { isLosslessNumber, parseLossless } from '../../json/lossless-json.ts';
import { findUnstorable, isStorableTime } from '../../json/storable.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import type { Problem } from '../problem.ts';
import { codeOfIssue, proposalsSchema, valuesByNodeSchema } from './values-by-node.ts';

/** An identifier that another register has given to a resource instance. */
export type ResourceIdentifier = {
  readonly identifier: string;
  readonly source: string;
  readonly identifier_type: string;
};

/** The header of an imported resource instance. */
export type ResourceRow = {
  readonly resource_id: ResourceId;
  readonly graph_id: GraphId;
  readonly legacy_id: string | null;
  /** Null if the record states none. */
  readonly life_cycle_state_id: string | null;
  /** Null if the record states none; an empty list removes the stored ones. */
  readonly identifiers: readonly ResourceIdentifier[] | null;
  /** ISO 8601; null for the present time. */
  readonly created_at: string | null;
  /** The id of the account that owns it, or 0 for none. Absent if the record states none; the id of an unknown account states none either. */
  readonly created_by?: number | undefined;
};

/** An imported tile, as columns of the table `tile`. `data` keeps every digit of its numbers. */
export type TileRow = {
  readonly tile_id: TileId;
  readonly resource_id: ResourceId;
  readonly nodegroup_id: string;
  readonly parent_tile_id: TileId | null;
  readonly sort_order: number | null;
  readonly data: Readonly<Record<string, unknown>>;
  readonly provisional_edits: unknown;
};

export type ResourceRecord = { readonly resource: ResourceRow; readonly tiles: readonly TileRow[] };

/** The tiles of a document that lack a member. */
export type TilesWithoutMember = {
  /** The tiles without an id. Their ids in the record are derived. */
  readonly tileId: ReadonlySet<TileId>;
  /** The tiles without the member `provisionaledits`. */
  readonly proposals: ReadonlySet<TileId>;
};

export type RecordResult =
  | { readonly ok: true; readonly record: ResourceRecord; readonly without: TilesWithoutMember }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const idSchema = z.string().refine(isUuid, 'is not a UUID');
const absentIdSchema = z.union([z.null(), z.literal('')]).transform(() => null);
const optionalIdSchema = z.union([idSchema, absentIdSchema]).nullish();

const headerSchema = z.object({
  resourceinstanceid: idSchema,
  graph_id: idSchema,
  legacyid: z
    .union([z.string(), z.number().transform(String)])
    .nullish()
    .transform((value) => (value === undefined || value === '' ? null : value)),
  createdtime: z.string().nullish(),
  // Whoever wrote another value meant no account, and may not lose the record for it.
  principaluser_id: z.int32().min(0).nullish().catch(null),
  resource_instance_lifecycle_state_id: optionalIdSchema,
  identifiers: z
    .array(
      z.object({
        identifier: z.string(),
        source: z.string(),
        identifier_type: z
          .string()
          .nullish()
          .transform((type) => type ?? ''),
      }),
    )
    .nullish(),
});

// Exports of the Arches platform contain 0, "0" and 0.0.
const sortOrderSchema = z.preprocess((value) => {
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return Number(value);
  return isLosslessNumber(value) ? Number(value.rawJSON) : value;
}, z.int32().nullish());

const tileSchema = z.object({
  tileid: optionalIdSchema,
  nodegroup_id: idSchema,
  parenttile_id: optionalIdSchema,
  resourceinstance_id: optionalIdSchema,
  sortorder: sortOrderSchema,
  data: valuesByNodeSchema.nullish(),
  provisionaledits: proposalsSchema.nullish(),
});

const nestedRecordSchema = z.object({
  resourceinstance: headerSchema,
  tiles: z.array(tileSchema).nullish(),
});
const flatRecordSchema = headerSchema.extend({ tiles: z.array(tileSchema).nullish() });

/**
 * Reads one record of a business data file: `{resourceinstance, tiles}`, or the flat form of service-json. Node
 * values are not validated.
 * @param text JSON string of a record that was read before
 * @param pointer JSON Pointer to the record in its file
 * @returns the record, or all problems of its shape
 */
export function parseRecordText(text: string, pointer: string): RecordResult {
  return parseRecordValue(parseLossless(text), pointer);
}

/** Reads a record from the result of parseLossless(). */
export function parseRecordValue(value: unknown, pointer: string): RecordResult {
  const isNested = typeof value === 'object' && value !== null && 'resourceinstance' in value;
  const parsed = isNested ? nestedRecordSchema.safeParse(value) : flatRecordSchema.safeParse(value);
  if (!parsed.success) {
    const recordId = findRecordId(value);
    return {
      ok: false,
      problems: parsed.error.issues.map((issue) => ({
        severity: 'error',
        code: codeOfIssue(issue, 'invalid_record'),
        pointer: pointer + jsonPointer(issue.path),
        message: `${issue.path.join('.') || 'The record'}: ${issue.message}`,
        ...(recordId === undefined ? {} : { record: recordId }),
      })),
    };
  }
  const header = 'resourceinstance' in parsed.data ? parsed.data.resourceinstance : parsed.data;
  const resourceId = parseResourceId(header.resourceinstanceid);
  const textProblems =
    findUnstorable(value) === undefined ? [] : findUnstorableTexts(value, pointer, resourceId);
  if (textProblems.length > 0) return { ok: false, problems: textProblems };
  const resource = {
    resource_id: resourceId,
    graph_id: parseGraphId(header.graph_id),
    legacy_id: header.legacyid,
    created_at: parseInstant(header.createdtime),
    ...(header.principaluser_id == null ? {} : { created_by: header.principaluser_id }),
    life_cycle_state_id: header.resource_instance_lifecycle_state_id ?? null,
    identifiers: header.identifiers ?? null,
  };
  const { tiles, without } = toTileRows(parsed.data.tiles ?? [], resourceId);
  return { ok: true, record: { resource, tiles }, without };
}

function findRecordId(value: unknown): string | undefined {
  const parsed = z
    .union([
      z
        .object({ resourceinstance: z.object({ resourceinstanceid: z.string() }) })
        .transform((record) => record.resourceinstance.resourceinstanceid),
      z.object({ resourceinstanceid: z.string() }).transform((record) => record.resourceinstanceid),
    ])
    .safeParse(value);
  return parsed.success ? parsed.data : undefined;
}

type ParsedTile = z.infer<typeof tileSchema>;

function toTileRows(
  rows: readonly ParsedTile[],
  resourceId: ResourceId,
): { readonly tiles: readonly TileRow[]; readonly without: TilesWithoutMember } {
  const isAnyWithoutId = rows.some(({ tileid }) => tileid == null);
  const idsOfRows = isAnyWithoutId ? rows.flatMap(({ tileid }) => tileid?.toLowerCase() ?? []) : [];
  const nextTileId = createTileIdDeriver(resourceId, new Set(idsOfRows));
  const without = { tileId: new Set<TileId>(), proposals: new Set<TileId>() };
  const tiles = rows.map((row, index) => {
    const tileId =
      row.tileid == null
        ? nextTileId(index, row.nodegroup_id.toLowerCase())
        : parseTileId(row.tileid);
    if (row.tileid == null) without.tileId.add(tileId);
    if (row.provisionaledits === undefined) without.proposals.add(tileId);
    return toTileRow(row, tileId, resourceId);
  });
  return { tiles, without };
}

function toTileRow(row: ParsedTile, tileId: TileId, resourceId: ResourceId): TileRow {
  return {
    tile_id: tileId,
    resource_id:
      row.resourceinstance_id == null ? resourceId : parseResourceId(row.resourceinstance_id),
    nodegroup_id: row.nodegroup_id.toLowerCase(),
    parent_tile_id: row.parenttile_id == null ? null : parseTileId(row.parenttile_id),
    sort_order: row.sortorder ?? null,
    data: row.data ?? {},
    provisional_edits: row.provisionaledits ?? null,
  };
}

/**
 * Derives an id for a tile without one, stable across repeated imports.
 * @param index of the tile in its record
 */
export function deriveTileId(resourceId: ResourceId, index: number, nodegroupId: string): string {
  return deriveNameUuid(resourceId, `tile ${index} of ${nodegroupId}`);
}

/**
 * Creates a function that derives the id of a tile from its index in the record, so that a repeated request writes the same tiles. If that
 * id is used, the next free index is taken. The function adds the derived ids to `usedIds`.
 * @rule Imports and exports: Which id is derived for a new tile without one?
 */
export function createTileIdDeriver(
  resourceId: ResourceId,
  usedIds: Set<string>,
): (index: number, nodegroupId: string) => TileId {
  // The index at which the search of each nodegroup continues. Starting again at each tile's own index would take quadratic time.
  const nextIndexes = new Map<string, number>();
  return (index, nodegroupId) => {
    let candidateIndex = index;
    let id = deriveTileId(resourceId, candidateIndex, nodegroupId);
    while (usedIds.has(id)) {
      candidateIndex = Math.max(candidateIndex + 1, nextIndexes.get(nodegroupId) ?? 0);
      id = deriveTileId(resourceId, candidateIndex, nodegroupId);
    }
    if (candidateIndex > index) nextIndexes.set(nodegroupId, candidateIndex + 1);
    usedIds.add(id);
    return parseTileId(id);
  };
}

const instantPattern =
  /^(?<day>\d{4}-\d\d-\d\d)(?:[ T](?<clock>\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(?:Z|(?<hours>[+-]\d\d)(?::?(?<minutes>\d\d))?)?)?$/i;

// Times without a zone are UTC. A JavaScript Date has no microseconds, so these are copied from the text: they do not depend on the zone.
function parseInstant(text: string | null | undefined): string | null {
  const parts = instantPattern.exec(text?.trim() ?? '')?.groups;
  if (parts === undefined) return null;
  const { day = '', clock = '00:00', hours = '+00', minutes = '00' } = parts;
  const time = new Date(`${day}T${clock}${hours}:${minutes}`);
  if (!isStorableTime(time.getTime())) return null;
  const [microseconds] = /(?<=\.)\d{4,6}/.exec(clock) ?? [];
  const instant = time.toISOString();
  return microseconds === undefined ? instant : instant.replace(/\.\d{3}Z$/, `.${microseconds}Z`);
}

/**
 * Reports texts that cannot be stored. Numbers are checked with the values of their nodes, so that an import can keep the rest of the
 * record.
 */
function findUnstorableTexts(
  value: unknown,
  pointer: string,
  recordId: string,
): readonly Problem[] {
  if (typeof value === 'string') {
    const storageProblem = findUnstorable(value);
    if (storageProblem === undefined) return [];
    const { code, message } = storageProblem;
    return [
      { severity: 'error', code, pointer, message: `The value ${message}`, record: recordId },
    ];
  }
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) =>
    [key, member].flatMap((text) =>
      findUnstorableTexts(text, pointer + jsonPointer([key]), recordId),
    ),
  );
}
