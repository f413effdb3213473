import * as z from 'zod';

import {
  rowExistsQuery,
  type PagedQuery,
  type RowsQuery,
} from '../../../../../lib/data-api/query.ts';
import { bigint, int, sql, text, uuid } from '../../../../../lib/data-api/sql.ts';
import { clientTypes, grantTypes } from '../../../../../lib/model/accounts/application.ts';

const linkedApplicationSchema = z
  .object({
    applicationId: z.string(),
    clientId: z.string(),
    clientSecretHash: z.string().nullable(),
    name: z.string(),
    clientType: z.enum(clientTypes),
    grantType: z.enum(grantTypes),
    redirectUris: z.array(z.string()).readonly(),
    ownerId: z.number(),
    /** MD5 of the application as it was read, in hexadecimal digits; null if it has no link to a source. */
    digest: z.string().nullable(),
    /** Whether it was changed in this service since the last import. */
    isChangedHere: z.boolean(),
  })
  .readonly();

/** A stored application with its link to a source. */
export type LinkedApplication = z.output<typeof linkedApplicationSchema>;

/** Lists all applications, in the order of their client ids. */
export function listLinkedApplications(): PagedQuery<readonly LinkedApplication[]> {
  return {
    items: (after, limit) => sql`select
  o.client_id collate "C" as key,
  jsonb_build_object(
    'applicationId', o.application_id,
    'clientId', o.client_id,
    'clientSecretHash', o.client_secret_hash,
    'name', o.name,
    'clientType', o.client_type,
    'grantType', o.grant_type,
    'redirectUris', o.redirect_uris,
    'ownerId', o.owner_account_id,
    'digest', replace(l.digest::text, '-', ''),
    'isChangedHere', coalesce(o.updated_at <> l.written_at, false)
  )::text as item
from oauth_application o
left join imported_application l on l.application_id = o.application_id
where ${after} is null
  or o.client_id collate "C" > ${after}
order by o.client_id collate "C"
limit ${limit}`,
    parse: (items) => items.map((item) => linkedApplicationSchema.parse(JSON.parse(item))),
  };
}

/**
 * Records the source of an application and its present state, and gives it the owner that it has there.
 * @param digest MD5 of the application as it was read, in hexadecimal digits
 * @returns whether the application exists
 */
export function linkApplication(
  applicationId: string,
  ownerId: number,
  source: string,
  digest: string,
): RowsQuery<boolean> {
  return rowExistsQuery(sql`with owned as (
  update oauth_application o
  set owner_account_id = ${int(ownerId)}
  where o.application_id = ${uuid(applicationId)}
  returning o.application_id, o.updated_at
)
insert into imported_application (application_id, source, digest, written_at)
select o.application_id, ${bigint(source)}, ${text(digest)}::uuid, o.updated_at
from owned o
on conflict (application_id) do update
  set source = excluded.source, digest = excluded.digest, written_at = excluded.written_at
returning application_id::text`);
}
