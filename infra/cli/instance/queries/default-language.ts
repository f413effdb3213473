import { sql, text, type Statement } from '../../../../lib/data-api/sql.ts';

/**
 * Stores the default language of the service, which is the fallback for texts in spatial views. If it changes, triggers refresh
 * the rows of these views in the same call.
 */
export function storeDefaultLanguage(language: string): Statement {
  return sql`insert into setting (name, value)
values ('language', ${text(language)})
on conflict (name) do update
set value = excluded.value
where setting.value <> excluded.value`;
}
