import { sql, text, type Statement } from '../../data-api/sql.ts';
import type { ValueTest } from '../../model/questions/question.ts';

/**
 * The condition that a text of a value has words one after the other. They are compared in both forms of a word with an apostrophe.
 * @param value an expression of type jsonb
 */
export function phraseCondition(value: Statement, test: ValueTest & { kind: 'phrase' }): Statement {
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
