import { listPreparedStatements } from '../../infra/schema/prepared-statements.ts';
import { toPreparedStatement } from '../../lib/data-api/prepared-statements.ts';

const statements = await listPreparedStatements();

const known = new Map<string, readonly string[]>();

/** The strings that show that a statement with a text was sent: the text itself, or the name of a prepared statement that contains it. */
export function sentForms(text: string): readonly string[] {
  const found = known.get(text);
  if (found !== undefined) return found;
  const names = statements
    .filter((statement) => statement.text.includes(text))
    .map((statement) => toPreparedStatement(statement).name);
  const signs = [text, ...new Set(names)];
  known.set(text, signs);
  return signs;
}

/** Whether a sent statement contains a text, itself or in the prepared statement that it calls. */
export function isSentStatement(sent: string, text: string): boolean {
  return sentForms(text).some((sign) => sent.includes(sign));
}
