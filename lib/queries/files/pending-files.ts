import * as z from 'zod';

import { oneRow, rowExistsQuery, type RowsQuery } from '../../data-api/query.ts';
import { bigint, int, sql, text, uuid } from '../../data-api/sql.ts';

/** A file that an account announces. */
export type NewPendingFile = {
  readonly fileId: string;
  readonly accountId: number;
  readonly name: string;
  /** The media type that the account states. */
  readonly contentType: string;
  readonly byteCount: number;
};

/** How many files and bytes an account may announce on a day (UTC). */
export type UploadQuota = { readonly files: number; readonly bytes: number };

const additionSchema = z
  .object({
    /** Whether the file is within the quota, and stored. */
    isAdded: z.boolean(),
    /** Until the quota begins again. */
    secondsLeft: z.number().int(),
  })
  .readonly();

/** Finds whether an account may write a nodegroup of any model. */
export function mayWriteSomething(accountId: number): RowsQuery<boolean> {
  return rowExistsQuery(sql`select p.nodegroup_id
from nodegroup_permission(${int(accountId)}) p
where p.can_write
limit 1`);
}

/**
 * Stores an announced file, if the account has some of its quota left. Requests at the same time are counted one after the other.
 * Announced files of the account that were never named are forgotten after two days; the bucket deletes their bytes before.
 * @rule Files: How much may an account upload?
 */
export function addPendingFile(
  { fileId, accountId, name, contentType, byteCount }: NewPendingFile,
  quota: UploadQuota,
): RowsQuery<z.output<typeof additionSchema>> {
  return oneRow(
    sql`with forgotten_file as (
  delete from pending_file p
  where p.account_id = ${int(accountId)}
    and p.created_at < clock_timestamp() - interval '2 days'
),
counted as (
  insert into upload_count as c (account_id, day, file_count, byte_count)
  select ${int(accountId)}, (clock_timestamp() at time zone 'UTC')::date, 1, ${bigint(BigInt(byteCount))}
  where ${bigint(BigInt(byteCount))} <= ${bigint(BigInt(quota.bytes))}
  on conflict (account_id) do update
  set
    day = excluded.day,
    file_count = case when c.day = excluded.day then c.file_count else 0 end + 1,
    byte_count = case when c.day = excluded.day then c.byte_count else 0 end + excluded.byte_count
  where c.day <> excluded.day
    or (
      c.file_count < ${int(quota.files)}
      and c.byte_count + excluded.byte_count <= ${bigint(BigInt(quota.bytes))}
    )
  returning account_id
),
added_file as (
  insert into pending_file (file_id, account_id, name, content_type, byte_count)
  select ${uuid(fileId)}, c.account_id, ${text(name)}, ${text(contentType)}, ${bigint(BigInt(byteCount))}
  from counted c
  returning file_id
)
select jsonb_build_object(
  'isAdded', exists (select from added_file),
  'secondsLeft', ceil(extract(epoch from
    date_trunc('day', clock_timestamp() at time zone 'UTC') + interval '1 day' - clock_timestamp() at time zone 'UTC'
  ))::integer
)::text`,
    additionSchema,
  );
}
