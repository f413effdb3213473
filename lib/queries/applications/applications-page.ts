import * as z from 'zod';

import type { DocumentQuery } from '../../data-api/query.ts';
import { int, sql } from '../../data-api/sql.ts';
import type { AccessChange } from '../../model/accounts/access-change.ts';
import type { Application } from '../../model/accounts/application.ts';
import { accessChangeSchema, selectLatestChanges } from '../access-changes/latest-changes.ts';
import { applicationJson, applicationSchema, applicationsWithAccounts } from './applications.ts';

const shownChanges = 20;

/** The content of the page of applications. */
export type ApplicationsPage = {
  /** The applications of the account, the newest first. */
  readonly applications: readonly Application[];
  /** The last changes of accounts, groups, grants and applications, the newest first; none for an account that is no administrator. */
  readonly changes: readonly AccessChange[];
};

const lineSchema = z.union([
  z.object({ application: applicationSchema }),
  z.object({ change: accessChangeSchema }),
]);

/**
 * Reads the content of the page of applications for an account.
 * @rule Sign-in and tokens: Which applications does an account see?
 */
export function readApplicationsPage(accountId: number): DocumentQuery<ApplicationsPage> {
  return {
    lines: sql`select
    row_number() over (order by l.part, l.position) as position,
    l.line::text as line
  from (
    select
      1 as part,
      row_number() over (order by o.created_at desc, o.client_id collate "C") as position,
      jsonb_build_object('application', ${applicationJson}) as line
    from ${applicationsWithAccounts}
    where o.owner_account_id = ${int(accountId)}
    union all
    select 2, c.position, jsonb_build_object('change', c.change)
    from (
      ${selectLatestChanges(shownChanges, sql`is_administrator(${int(accountId)})`)}
    ) c
  ) l`,
    parse: (lines) => {
      const items = lines.map((line) => lineSchema.parse(JSON.parse(line)));
      return {
        applications: items.flatMap((item) => ('application' in item ? item.application : [])),
        changes: items.flatMap((item) => ('change' in item ? item.change : [])),
      };
    },
  };
}
