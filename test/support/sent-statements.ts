import { keptStatements } from '../../infra/schema/kept-statements.ts';
import { keptStatement } from '../../lib/data-api/kept.ts';

const statements = await keptStatements();

const known = new Map<string, readonly string[]>();

/** What tells a statement that has a text where it is sent: that text, or the name under which the database keeps the statement. */
export function signsOf(text: string): readonly string[] {
  const found = known.get(text);
  if (found !== undefined) return found;
  const names = statements
    .filter((statement) => statement.text.includes(text))
    .map((statement) => keptStatement(statement).name);
  const signs = [text, ...new Set(names)];
  known.set(text, signs);
  return signs;
}

/** Whether what is sent is a statement that has a text, or the call of one that is kept. */
export function isSending(sent: string, text: string): boolean {
  return signsOf(text).some((sign) => sent.includes(sign));
}
