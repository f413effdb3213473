import { randomUUID } from 'node:crypto';

import * as z from 'zod';

import { InvalidInput } from '../../errors.ts';
import { isLosslessNumber } from '../../json/lossless-json.ts';
import { isUuid, parseResourceId, parseTileId } from '../../model/ids.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import { codeOfIssue, valuesByNodeSchema } from '../../model/resources/values-by-node.ts';
import { MalformedDocument } from '../../writing/errors.ts';
import { parseJsonBody } from '../../writing/json-body.ts';
import type { TileInput } from '../../writing/tiles/store-tile.ts';
import { parseForm, refuseRepeatedFields, type FormFields } from '../request/form.ts';
import { isForm } from '../request/media-type.ts';
import { maxBodyBytes } from '../request/request-body.ts';

const emptySchema = z.union([z.null(), z.literal('')]).transform(() => undefined);
const uuidSchema = z.string().refine(isUuid, 'is not a UUID.').toLowerCase();
const optionalUuidSchema = z.union([uuidSchema, emptySchema]).optional();

const tileSchema = z.object({
  tileid: optionalUuidSchema,
  nodegroup_id: uuidSchema,
  parenttile_id: z.union([uuidSchema, z.null(), z.literal('').transform(() => null)]).optional(),
  resourceinstance_id: optionalUuidSchema,
  sortorder: z
    .preprocess(
      (value) => (isLosslessNumber(value) ? Number(value.rawJSON) : value),
      z.int32().nullable(),
    )
    .optional(),
  data: valuesByNodeSchema,
});

/**
 * Reads a tile from a body: a JSON object, or a form with such an object in the field `data`, as clients of Arches send it.
 * @param pathId the id of the tile in the path; undefined if the path has none
 * @throws MalformedDocument, InvalidInput, MalformedForm, NotUtf8, UnsupportedMediaType
 */
export function readTileBody(
  body: string | undefined,
  contentType: string | undefined,
  pathId: string | undefined,
): TileInput {
  const text = isForm(contentType)
    ? readUnrepeatedFields(parseForm(body, contentType, maxBodyBytes), ['data']).get('data')
    : body;
  const parsed = tileSchema.safeParse(parseJsonBody(text));
  if (!parsed.success) {
    throw new MalformedDocument(
      parsed.error.issues.map((issue) => ({
        code: codeOfIssue(issue, 'invalid_tile'),
        pointer: jsonPointer(issue.path),
        message: `${issue.path.join('.') || 'The tile'}: ${issue.message}`,
      })),
    );
  }
  const { tileid, resourceinstance_id: resourceId, parenttile_id: parentTileId } = parsed.data;
  if (pathId !== undefined && !isUuid(pathId)) {
    const detail = `${JSON.stringify(pathId)} is not a valid id of a tile. Send a UUID.`;
    throw new InvalidInput([{ in: 'path', pointer: '/tile_id', code: 'invalid', detail }]);
  }
  if (pathId !== undefined && tileid !== undefined && pathId !== tileid) {
    const detail = `The id of the tile is ${tileid} in the body and ${pathId} in the path. Send the same id in both.`;
    throw new InvalidInput([{ in: 'body', pointer: '/tileid', code: 'invalid', detail }]);
  }
  return {
    tileId: parseTileId(pathId ?? tileid ?? randomUUID()),
    resourceId: resourceId === undefined ? undefined : parseResourceId(resourceId),
    nodegroupId: parsed.data.nodegroup_id,
    parentTileId: parentTileId == null ? parentTileId : parseTileId(parentTileId),
    sortOrder: parsed.data.sortorder,
    data: parsed.data.data,
  };
}

/** Reads form fields that must not be repeated. @throws InvalidInput if one is repeated */
export function readUnrepeatedFields(
  form: FormFields,
  names: readonly string[],
): ReadonlyMap<string, string> {
  refuseRepeatedFields(form, names);
  return new Map(
    names.flatMap((name) => (form.get(name) ?? []).map((value) => [name, value] as const)),
  );
}
