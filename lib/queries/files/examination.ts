import * as z from 'zod';

import { manyRows, oneRow, type RowsQuery } from '../../data-api/query.ts';
import { boolean, int, json, sql, text, uuid, type Statement } from '../../data-api/sql.ts';
import type { DerivativeKind } from '../../model/files/derivative.ts';

/** How often an examination is begun that does not end, because a picture may end the process that reads it. */
const maxExaminations = 3;

const fileToExamineSchema = z
  .object({
    fileId: z.string(),
    storageKey: z.string(),
    contentType: z.string(),
    sha256: z.string(),
  })
  .readonly();

/** A file whose examination was begun. */
export type FileToExamine = z.output<typeof fileToExamineSchema>;

/** Lists the next files that were not examined, in the order of their ids. */
export function listWaitingFiles(after: string, limit: number): RowsQuery<readonly string[]> {
  return manyRows(
    sql`select to_jsonb(f.file_id)::text
from file f
where f.examined_at is null
  and f.examinations < ${int(maxExaminations)}
  and f.file_id > ${uuid(after)}
order by f.file_id
limit ${int(limit)}`,
    z.string(),
  );
}

const begunExaminationSchema = z
  .object({
    /** Whether there is a row of the file. */
    isRecorded: z.boolean(),
    /** Null if it was examined, or its examination was begun too often. */
    file: fileToExamineSchema.nullable(),
  })
  .readonly();

/** Begins the examination of a file, and counts it. */
export function beginExamination(
  fileId: string,
): RowsQuery<z.output<typeof begunExaminationSchema>> {
  return oneRow(
    sql`with begun as (
  update file f
  set examinations = f.examinations + 1
  where f.file_id = ${uuid(fileId)}
    and f.examined_at is null
    and f.examinations < ${int(maxExaminations)}
  returning f.file_id, f.storage_key, f.content_type, f.sha256
)
select jsonb_build_object(
  'isRecorded', exists (select from file f where f.file_id = ${uuid(fileId)}),
  'file', (
    select jsonb_build_object(
      'fileId', b.file_id, 'storageKey', b.storage_key, 'contentType', b.content_type, 'sha256', b.sha256
    )
    from begun b
  )
)::text`,
    begunExaminationSchema,
  );
}

/** The result of an examination. */
export type Examination = {
  readonly fileId: string;
  /** Of the bytes that were examined. Nothing is stored if others have replaced them since. */
  readonly sha256: string;
  readonly width: number | null;
  readonly height: number | null;
  /** Null if it cannot be known. */
  readonly hasPlace: boolean | null;
  /** Why there are no derivatives: a code. */
  readonly problem: string | null;
  readonly derivatives: readonly {
    readonly kind: DerivativeKind;
    readonly storageKey: string;
    readonly width: number;
    readonly height: number;
    readonly byteCount: number;
  }[];
};

/** Stores what is known of a file, and its derivatives, whose bytes are stored already. */
export function storeExamination(examination: Examination): Statement {
  const { fileId, sha256, width, height, hasPlace, problem, derivatives } = examination;
  return sql`with examined as (
  update file f
  set
    width = ${int(width)},
    height = ${int(height)},
    has_place = ${boolean(hasPlace)},
    problem = ${text(problem)},
    examined_at = clock_timestamp()
  where f.file_id = ${uuid(fileId)}
    and f.sha256 = ${text(sha256)}
  returning f.file_id
)
insert into file_derivative (file_id, kind, storage_key, width, height, byte_count)
select e.file_id, d.kind, d."storageKey", d.width, d.height, d."byteCount"
from examined e
cross join jsonb_to_recordset(${json(derivatives)}) as d (
  kind text, "storageKey" text, width integer, height integer, "byteCount" bigint
)
on conflict (file_id, kind) do update set
  storage_key = excluded.storage_key,
  width = excluded.width,
  height = excluded.height,
  byte_count = excluded.byte_count`;
}
