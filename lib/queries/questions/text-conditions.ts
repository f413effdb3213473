import { sql, text, type Statement } from '../../data-api/sql.ts';
import type { TextTest } from '../../model/questions/question.ts';

/**
 * The condition that a text of a value is as a test requires.
 * @param value an expression of type jsonb
 */
export function textCondition(value: Statement, test: TextTest): Statement {
  return test.kind === 'phrase' ? phraseCondition(value, test) : patternCondition(value, test);
}

/** Words are compared in both forms of a word with an apostrophe. */
function phraseCondition(value: Statement, test: TextTest & { kind: 'phrase' }): Statement {
  const end = test.endsWithPrefix ? sql`` : sql` || ' '`;
  const isWithin = (form: (folded: Statement) => Statement): Statement =>
    sql`strpos(' ' || ${form(sql`folded_text(s.whole)`)} || ' ', ' ' || btrim(${form(sql`folded_text(${text(test.text)})`)})${end}) > 0`;
  return sql`exists (
        select
        from string_to_table(text_of_value(${value}), E'\\n') s (whole)
        where ${isWithin((folded) => sql`replace(${folded}, '''', '')`)}
          or ${isWithin((folded) => sql`replace(${folded}, '''', ' ')`)}
      )`;
}

function patternCondition(
  value: Statement,
  { pattern, of, ignoresCase }: TextTest & { kind: 'pattern' },
): Statement {
  const form = (written: Statement): Statement =>
    ignoresCase ? sql`lower(${written} collate "und-x-icu")` : written;
  const parts =
    of === 'word'
      ? sql`regexp_split_to_table(text_of_value(${value}), '\\s+')`
      : sql`string_to_table(text_of_value(${value}), E'\\n')`;
  return sql`exists (
        select
        from ${parts} s (part)
        where ${form(sql`s.part`)} like ${form(sql`${text(pattern)}`)}
      )`;
}
