/** SQL states whose messages quote names of the schema or of a statement, never values. */
const statesAboutNames = /^(23|42)/;

/**
 * Describes an error for the log. Messages of libraries and of the database quote values of callers, so all that they quote is left
 * out, and of a database error also its details.
 */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: `a thrown ${typeof error}` };
  const isOfDatabase = 'summary' in error;
  const cause =
    error.cause === undefined || isOfDatabase ? {} : { cause: describeError(error.cause) };
  const code = 'code' in error ? { code: error.code } : {};
  const database = isOfDatabase ? databaseFields(error) : {};
  return {
    name: error.name,
    ...code,
    ...database,
    message: safeMessage(error),
    stack: stackFrames(error),
    ...cause,
  };
}

function databaseFields(error: Error): Readonly<Record<string, unknown>> {
  return { sqlState: Reflect.get(error, 'sqlState'), constraint: Reflect.get(error, 'constraint') };
}

function safeMessage(error: Error): string {
  const text = 'summary' in error ? String(error.summary) : error.message;
  const isAboutNames = 'sqlState' in error && statesAboutNames.test(String(error.sqlState));
  return isAboutNames ? text : withoutQuotation(text);
}

/** Leaves out all from the first quotation mark to the last, because a quoted value can contain them. */
function withoutQuotation(text: string): string {
  const first = text.search(/["'`“]/);
  const last = Math.max(...['"', "'", '`', '”'].map((mark) => text.lastIndexOf(mark)));
  return last <= first ? text : `${text.slice(0, first)}…${text.slice(last + 1)}`;
}

/** The stack without its first lines, which repeat the message. */
function stackFrames({ message, stack = '' }: Error): string {
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  return frames.filter((line) => line.startsWith('    at ')).join('\n');
}
