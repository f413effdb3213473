import { listPreparedStatements } from '../../infra/schema/prepared-statements.ts';
import { toPreparedStatement } from '../../lib/data-api/prepared-statements.ts';

const statements = await listPreparedStatements();

const known = new Map<string, readonly string[]>();

/** What tells a statement that has a text where it is sent: that text, or the name under which the database keeps the statement. */
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

/** Whether what is sent is a statement that has a text, or the call of one that is kept. */
export function isSentStatement(sent: string, text: string): boolean {
  return sentForms(text).some((sign) => sent.includes(sign));
}
