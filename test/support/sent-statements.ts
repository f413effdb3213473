import { listStatementsToPrepare } from '../../infra/schema/prepared-statements.ts';
import { toPreparedStatement } from '../../lib/data-api/prepared-statements.ts';

const statements = await listStatementsToPrepare();

const formsByText = new Map<string, readonly string[]>();

/** The strings that show that a statement with a text was sent: the text itself, or the name of a prepared statement that contains it. */
export function listSentForms(text: string): readonly string[] {
  const cached = formsByText.get(text);
  if (cached !== undefined) return cached;
  const names = statements
    .filter((statement) => statement.text.includes(text))
    .map((statement) => toPreparedStatement(statement).name);
  const forms = [text, ...new Set(names)];
  formsByText.set(text, forms);
  return forms;
}

/** Whether a sent statement contains a text, itself or in the prepared statement that it calls. */
export function isSentStatement(sent: string, text: string): boolean {
  return listSentForms(text).some((form) => sent.includes(form));
}
