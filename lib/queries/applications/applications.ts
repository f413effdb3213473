import type { ApplicationDetails } from '../../model/accounts/application.ts';
import { int, sql, text, textArray, uuid, type Statement } from '../../data-api/sql.ts';

/** The columns of an application, as `readApplication` takes them. */
const columns = sql`
  o.application_id::text,
  o.client_id,
  o.name,
  o.client_type,
  o.grant_type,
  array_to_string(o.redirect_uris, E'\n'),
  case when o.grant_type = 'client-credentials' then s.username end,
  w.username,
  to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`;

const joins = sql`join account w on w.account_id = o.owner_account_id
left join account s on s.account_id = o.service_account_id`;

/**
 * The applications of an owner, the newest first; of all owners without one, which only the command line asks for.
 * @returns rows for `readApplication`
 */
export function listApplications(owner: number | null): Statement {
  return sql`select ${columns}
from oauth_application o
${joins}
where ${int(owner)} is null
  or o.owner_account_id = ${int(owner)}
order by o.created_at desc, o.client_id collate "C"`;
}

/** One application of an owner; nobody else's is found. @returns one row for `readApplication`, or none */
export function findApplication(owner: number, applicationId: string): Statement {
  return sql`select ${columns}
from oauth_application o
${joins}
where o.owner_account_id = ${int(owner)}
  and o.application_id = ${uuid(applicationId)}`;
}

/**
 * Registers an application. One that acts for itself gets an account of its own, in no group. A client id that is there
 * already is left alone, so that a form that is sent twice registers once.
 * @param clientSecretHash null for a public application
 * @returns one row: the application id, and whether it was registered now
 */
export function registerApplication(
  owner: number,
  clientId: string,
  clientSecretHash: string | null,
  details: ApplicationDetails,
): Statement {
  return sql`with existing as (
  select o.application_id
  from oauth_application o
  where o.client_id = ${text(clientId)}
    and o.owner_account_id = ${int(owner)}
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
    ${int(owner)},
    (select s.account_id from service_account s)
  where not exists (select from existing)
  returning application_id
)
select r.application_id::text, true
from registered r
union all
select e.application_id::text, false
from existing e`;
}

/**
 * Changes an owner's application. With another type or grant its tokens are no longer good: they were given on other terms.
 * The account as which it acts stays its own, active as long as it acts for itself.
 * @param candidateHash the hash of a new secret, which an application takes that becomes confidential
 * @returns one row: the application id, and whether it took the new secret; or none
 */
export function updateApplication(
  owner: number,
  applicationId: string,
  details: ApplicationDetails,
  candidateHash: string,
): Statement {
  return sql`with changing as materialized (
  select
    o.*,
    (o.client_type, o.grant_type) <> (${text(details.clientType)}, ${text(details.grantType)}) as has_other_terms
  from oauth_application o
  where o.owner_account_id = ${int(owner)}
    and o.application_id = ${uuid(applicationId)}
  for update
),
service_account as (
  insert into account (username, is_application)
  select 'application ' || c.client_id, true
  from changing c
  where ${text(details.grantType)} = 'client-credentials'
    and c.service_account_id is null
  returning account_id
),
service_account_state as (
  update account a
  set is_active = ${text(details.grantType)} = 'client-credentials'
  from changing c
  where a.account_id = c.service_account_id
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
    tokens_valid_from = case when c.has_other_terms then clock_timestamp() else c.tokens_valid_from end,
    updated_at = clock_timestamp()
  from changing c
  where o.application_id = c.application_id
  returning o.application_id
)
select
  u.application_id::text,
  c.client_secret_hash is null and ${text(details.clientType)} = 'confidential'
from updated u
join changing c on c.application_id = u.application_id`;
}

/**
 * Gives an owner's confidential application a new secret; the old one is no longer good.
 * @returns one row of its id, or none
 */
export function replaceClientSecret(
  owner: number,
  applicationId: string,
  clientSecretHash: string,
): Statement {
  return sql`update oauth_application
set
  client_secret_hash = ${text(clientSecretHash)},
  updated_at = clock_timestamp()
where owner_account_id = ${int(owner)}
  and application_id = ${uuid(applicationId)}
  and client_type = 'confidential'
returning application_id::text`;
}

/**
 * Deletes an owner's application with all tokens that came through it. The account as which it acted stays, so that what was
 * done by it keeps a name; but it may do nothing any more, and no other application can come by it.
 * @returns one row of its id, or none
 */
export function deleteApplication(owner: number, applicationId: string): Statement {
  return sql`with deleted as (
  delete from oauth_application
  where owner_account_id = ${int(owner)}
    and application_id = ${uuid(applicationId)}
  returning application_id, service_account_id
),
closed as (
  update account a
  set
    is_active = false,
    username = a.username || ' deleted ' || d.application_id
  from deleted d
  where a.account_id = d.service_account_id
),
left_group as (
  delete from group_member m
  using deleted d
  where m.account_id = d.service_account_id
),
lost_nodegroup_grant as (
  delete from nodegroup_grant g
  using deleted d
  where g.account_id = d.service_account_id
),
lost_resource_grant as (
  delete from resource_grant g
  using deleted d
  where g.account_id = d.service_account_id
)
select d.application_id::text
from deleted d`;
}
