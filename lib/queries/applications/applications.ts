import * as z from 'zod';

import {
  rowExistsQuery,
  oneRow,
  optionalRow,
  type RowsQuery,
  type PagedQuery,
} from '../../data-api/query.ts';
import { int, sql, text, textArray, uuid, type Statement } from '../../data-api/sql.ts';
import {
  clientTypes,
  grantTypes,
  type Application,
  type ApplicationDetails,
} from '../../model/accounts/application.ts';
import { changeQuery, type ChangeQuery } from '../access-changes/change-query.ts';

export const applicationSchema = z
  .object({
    applicationId: z.string(),
    clientId: z.string(),
    name: z.string(),
    clientType: z.enum(clientTypes),
    grantType: z.enum(grantTypes),
    redirectUris: z.array(z.string()).readonly(),
    actsAs: z.string().nullable(),
    owner: z.string(),
    createdAt: z.string(),
  })
  .readonly();

/** An application `o` with its owner `w` and its service account `s`, as jsonb. */
export const applicationJson = sql`jsonb_build_object(
  'applicationId', o.application_id,
  'clientId', o.client_id,
  'name', o.name,
  'clientType', o.client_type,
  'grantType', o.grant_type,
  'redirectUris', o.redirect_uris,
  'actsAs', case when o.grant_type = 'client-credentials' then s.username end,
  'owner', w.username,
  'createdAt', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
)`;

export const applicationsWithAccounts = sql`oauth_application o
join account w on w.account_id = o.owner_account_id
left join account s on s.account_id = o.service_account_id`;

/** Lists the applications of all owners, the newest first, for the command line. */
export function listApplications(): PagedQuery<readonly Application[]> {
  return {
    // The key of a page consists of the time of the registration, to the microsecond, and the client id.
    items: (after, limit) => sql`select
  to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') || ' ' || o.client_id as key,
  ${applicationJson}::text as item
from ${applicationsWithAccounts}
cross join lateral (
  select left(${after}, 26)::timestamp at time zone 'UTC' as created_at, substr(${after}, 28) as client_id
) k
where k.created_at is null
  or o.created_at < k.created_at
  or (o.created_at = k.created_at and o.client_id collate "C" > k.client_id collate "C")
order by o.created_at desc, o.client_id collate "C"
limit ${limit}`,
    parse: (items) => items.map((item) => applicationSchema.parse(JSON.parse(item))),
  };
}

/** Finds an application, if it belongs to this owner. */
export function findApplication(
  ownerId: number,
  applicationId: string,
): RowsQuery<Application | undefined> {
  return optionalRow(
    sql`select ${applicationJson}::text
from ${applicationsWithAccounts}
where o.owner_account_id = ${int(ownerId)}
  and o.application_id = ${uuid(applicationId)}`,
    applicationSchema,
  );
}

const registrationSchema = z.object({ applicationId: z.string(), isNew: z.boolean() }).readonly();

/** The properties of an application in a recorded change. @param application its table */
function applicationFacts(application: Statement): Statement {
  return sql`jsonb_build_object(
    'name', ${application}.name,
    'client_id', ${application}.client_id,
    'client_type', ${application}.client_type,
    'grant_type', ${application}.grant_type,
    'redirect_uris', ${application}.redirect_uris,
    'secret', case when ${application}.client_secret_hash is not null then 'set' end,
    'owner', (select w.username from account w where w.account_id = ${application}.owner_account_id)
  )`;
}

/**
 * Registers an application. An application that acts for itself gets an account of its own, in no group. An application
 * with an existing client id is not changed, so that a form that is sent twice registers it once.
 * @param clientSecretHash null for a public application
 * @returns its id, and whether it is new
 */
export function registerApplication(
  ownerId: number,
  clientId: string,
  clientSecretHash: string | null,
  details: ApplicationDetails,
): ChangeQuery<z.infer<typeof registrationSchema>> {
  return changeQuery(
    'application-registered',
    {
      tables: sql`existing as (
  select o.application_id
  from oauth_application o
  where o.client_id = ${text(clientId)}
    and o.owner_account_id = ${int(ownerId)}
),
service_account as (
  insert into account (username, is_application)
  select ${text(`application ${clientId}`)}, true
  where ${text(details.grantType)} = 'client-credentials'
    and not exists (select from existing)
  returning account_id
),
registered as (
  insert into oauth_application (
    client_id, client_secret_hash, name, client_type, grant_type, redirect_uris, owner_account_id, service_account_id
  )
  select
    ${text(clientId)},
    ${text(clientSecretHash)},
    ${text(details.name)},
    ${text(details.clientType)},
    ${text(details.grantType)},
    ${textArray(details.redirectUris)},
    ${int(ownerId)},
    (select s.account_id from service_account s)
  where not exists (select from existing)
  returning *
)`,
      changes: sql`select
      r.application_id::text as target_id,
      r.name as target,
      null::jsonb as before,
      ${applicationFacts(sql`r`)} as after
    from registered r`,
      result: sql`select jsonb_build_object('applicationId', r.application_id, 'isNew', true)::text
from registered r
union all
select jsonb_build_object('applicationId', e.application_id, 'isNew', false)::text
from existing e`,
    },
    (statement) => oneRow(statement, registrationSchema),
  );
}

const updateResultSchema = z
  .object({ applicationId: z.string(), isNewSecretStored: z.boolean() })
  .readonly();

/**
 * Updates an application of an owner. A change of its type or grant invalidates its tokens. The application keeps
 * its service account, which is active while the application acts for itself.
 * @rule Sign-in and tokens: What ends a token family, with all its tokens?
 * @param candidateHash the hash of a new secret, stored if the application becomes confidential
 * @returns its id, and whether the new secret was stored; undefined if the owner has no such application
 */
export function updateApplication(
  ownerId: number,
  applicationId: string,
  details: ApplicationDetails,
  candidateHash: string,
): ChangeQuery<z.infer<typeof updateResultSchema> | undefined> {
  return changeQuery(
    'application-changed',
    {
      tables: sql`current as materialized (
  select
    o.*,
    (o.client_type, o.grant_type) <> (${text(details.clientType)}, ${text(details.grantType)}) as invalidates_tokens
  from oauth_application o
  where o.owner_account_id = ${int(ownerId)}
    and o.application_id = ${uuid(applicationId)}
  for update
),
service_account as (
  insert into account (username, is_application)
  select 'application ' || c.client_id, true
  from current c
  where ${text(details.grantType)} = 'client-credentials'
    and c.service_account_id is null
  returning account_id
),
service_account_state as (
  update account a
  set is_active = ${text(details.grantType)} = 'client-credentials'
  from current c
  where a.account_id = c.service_account_id
    -- An account that an administrator has deactivated stays deactivated.
    and c.grant_type <> ${text(details.grantType)}
),
updated as (
  update oauth_application o
  set
    name = ${text(details.name)},
    client_type = ${text(details.clientType)},
    grant_type = ${text(details.grantType)},
    redirect_uris = ${textArray(details.redirectUris)},
    client_secret_hash = case
      when ${text(details.clientType)} = 'confidential'
        then coalesce(c.client_secret_hash, ${text(candidateHash)})
    end,
    service_account_id = coalesce(c.service_account_id, (select s.account_id from service_account s)),
    tokens_valid_from = case when c.invalidates_tokens then clock_timestamp() else c.tokens_valid_from end,
    updated_at = clock_timestamp()
  from current c
  where o.application_id = c.application_id
  returning o.application_id, o.name, ${applicationFacts(sql`c`)} as before, ${applicationFacts(sql`o`)} as after
)`,
      changes: sql`select u.application_id::text as target_id, u.name as target, u.before, u.after
    from updated u`,
      result: sql`select jsonb_build_object(
  'applicationId', u.application_id,
  'isNewSecretStored', c.client_secret_hash is null and ${text(details.clientType)} = 'confidential'
)::text
from updated u
join current c on c.application_id = u.application_id`,
    },
    (statement) => optionalRow(statement, updateResultSchema),
  );
}

/**
 * Replaces the secret of a confidential application, and invalidates its tokens, because whoever knows the former secret may have some.
 * @returns whether the owner has such an application
 */
export function replaceClientSecret(
  ownerId: number,
  applicationId: string,
  clientSecretHash: string,
): ChangeQuery<boolean> {
  return changeQuery(
    'client-secret-replaced',
    {
      tables: sql`updated as (
  update oauth_application
  set
    client_secret_hash = ${text(clientSecretHash)},
    tokens_valid_from = clock_timestamp(),
    updated_at = clock_timestamp()
  where owner_account_id = ${int(ownerId)}
    and application_id = ${uuid(applicationId)}
    and client_type = 'confidential'
  returning application_id, name
)`,
      changes: sql`select
      u.application_id::text as target_id,
      u.name as target,
      null::jsonb as before,
      jsonb_build_object('secret', 'changed') as after
    from updated u`,
      result: sql`select u.application_id::text
from updated u`,
    },
    rowExistsQuery,
  );
}

/**
 * Deletes an application with all its tokens. Its service account stays, deactivated and renamed, so that its edits
 * keep an author and no other application can use it.
 * @returns whether the owner has such an application
 */
export function deleteApplication(ownerId: number, applicationId: string): ChangeQuery<boolean> {
  return changeQuery(
    'application-deleted',
    {
      tables: sql`deleted as (
  delete from oauth_application
  where owner_account_id = ${int(ownerId)}
    and application_id = ${uuid(applicationId)}
  returning *
),
deactivated_account as (
  update account a
  set
    is_active = false,
    username = a.username || ' deleted ' || d.application_id
  from deleted d
  where a.account_id = d.service_account_id
),
removed_membership as (
  delete from group_member m
  using deleted d
  where m.account_id = d.service_account_id
),
deleted_nodegroup_grant as (
  delete from nodegroup_grant g
  using deleted d
  where g.account_id = d.service_account_id
),
deleted_resource_grant as (
  delete from resource_grant g
  using deleted d
  where g.account_id = d.service_account_id
)`,
      changes: sql`select
      d.application_id::text as target_id,
      d.name as target,
      ${applicationFacts(sql`d`)} as before,
      null::jsonb as after
    from deleted d`,
      result: sql`select d.application_id::text
from deleted d`,
    },
    rowExistsQuery,
  );
}
