import { sql, text, type Statement } from '../../lib/data-api/sql.ts';

/**
 * Remembers the project's default language, in which the columns of spatial views have texts that are in none of their own languages. Where it
 * is another one than before, their rows are worked out anew in the same call.
 * @param language its tag
 */
export function storeDefaultLanguage(language: string): Statement {
  return sql`insert into setting (name, value)
values ('language', ${text(language)})
on conflict (name) do update
set value = excluded.value
where setting.value <> excluded.value`;
}
