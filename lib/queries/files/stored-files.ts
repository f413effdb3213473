import { json, sql, type Statement } from '../../data-api/sql.ts';
import type { NewStoredFile } from '../../model/files/stored-file.ts';

/**
 * The common table expressions that turn announced files into stored ones. A file that another write has stored meanwhile stays as it is.
 * @param condition whether to store anything
 */
export function storedFileTables(files: readonly NewStoredFile[], condition: Statement): Statement {
  const rows = files.map((file) => ({
    file_id: file.fileId,
    storage_key: file.storageKey,
    content_type: file.contentType,
    byte_count: file.byteCount,
    sha256: file.sha256,
    name: file.name,
  }));
  return sql`claimed_file as (
  delete from pending_file p
  using jsonb_to_recordset(${json(rows)}) as i (
    file_id uuid,
    storage_key text,
    content_type text,
    byte_count bigint,
    sha256 text,
    name text
  )
  where p.file_id = i.file_id
    and ${condition}
  returning i.*
),
stored_file as (
  insert into file (file_id, storage_key, content_type, byte_count, sha256, name)
  select c.file_id, c.storage_key, c.content_type, c.byte_count, c.sha256, c.name
  from claimed_file c
)`;
}
