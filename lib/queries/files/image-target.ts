import * as z from 'zod';

import { oneRow, type RowsQuery } from '../../data-api/query.ts';
import { bigint, int, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import type { NewStoredFile } from '../../model/files/stored-file.ts';

/** A file that a tile names. */
export type FileOfTile = {
  readonly tileId: string;
  readonly nodeId: string;
  readonly fileId: string;
};

const imageTargetSchema = z
  .object({
    /** Whether the tile names the file, and the account may change that value or proposal. */
    mayEdit: z.boolean(),
    /** Whether the file was removed for good. */
    isRemoved: z.boolean(),
    /** The SHA-256 of the bytes that are stored already, in hexadecimal digits. */
    storedSha256: z.string().nullable(),
  })
  .readonly();

/**
 * Finds whether an account may add the bytes of a file that a tile names: of a value, if its changes count at once; otherwise of its own proposal.
 * @rule Files: Who may add the bytes of a file that a tile names?
 */
export function findImageTarget(
  accountId: number,
  { tileId, nodeId, fileId }: FileOfTile,
): RowsQuery<z.output<typeof imageTargetSchema>> {
  return oneRow(
    sql`select jsonb_build_object(
  'mayEdit', exists (
    select
    from file_use u
    join tile t on t.tile_id = u.tile_id
    cross join lateral resource_permission(${int(accountId)}, t.resource_id) r
    join nodegroup_permission(${int(accountId)}) n on n.nodegroup_id = t.nodegroup_id
    where u.file_id = ${uuid(fileId)}
      and u.tile_id = ${uuid(tileId)}
      and u.node_id = ${uuid(nodeId)}
      and r.can_change
      and n.can_write
      and case u.kind
        when 'value' then is_reviewer(${int(accountId)}) and not t.is_proposed
        else (u.node_id, u.file_id) in (
          select v.node_id, v.file_id
          from file_of_values(t.provisional_edits -> ${int(accountId)}::text -> 'value') v
        )
      end
  ),
  'isRemoved', exists (select from file_removal r where r.file_id = ${uuid(fileId)}),
  'storedSha256', (select f.sha256 from file f where f.file_id = ${uuid(fileId)})
)::text`,
    imageTargetSchema,
  );
}

/** Records the bytes of a file, unless others were recorded or it was removed for good meanwhile. */
export function addStoredFile(file: NewStoredFile): Statement {
  return sql`insert into file (file_id, storage_key, content_type, byte_count, sha256, name)
select
  ${uuid(file.fileId)}, ${text(file.storageKey)}, ${text(file.contentType)}, ${bigint(BigInt(file.byteCount))}, ${text(file.sha256)},
  ${text(file.name)}
where not exists (select from file_removal r where r.file_id = ${uuid(file.fileId)})
on conflict (file_id) do nothing`;
}
