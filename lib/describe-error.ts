/** The classes of SQL states whose messages quote only names, such as those of tables and columns, and never values. */
const sqlStateClassesWithoutValues = /^(23|42)/;

/**
 * Describes an error for the log. Messages of libraries and of the database can quote values that a caller sent, so quoted text is
 * removed. The details of a database error are left out for the same reason.
 * @rule Database and local stack: What of an error is logged?
 */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: `a thrown ${typeof error}` };
  const isDatabaseError = 'summary' in error;
  const cause =
    error.cause === undefined || isDatabaseError ? {} : { cause: describeError(error.cause) };
  const code = 'code' in error ? { code: error.code } : {};
  const database = isDatabaseError ? databaseFields(error) : {};
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
  const quotesOnlyNames =
    'sqlState' in error && sqlStateClassesWithoutValues.test(String(error.sqlState));
  return quotesOnlyNames ? text : removeQuotedText(text);
}

/** Removes everything from the first quotation mark to the last, because a quoted value can itself contain quotation marks. */
function removeQuotedText(text: string): string {
  const firstMark = text.search(/["'`“]/);
  const lastMark = Math.max(...['"', "'", '`', '”'].map((mark) => text.lastIndexOf(mark)));
  return lastMark <= firstMark ? text : `${text.slice(0, firstMark)}…${text.slice(lastMark + 1)}`;
}

/** The stack without its first lines, which repeat the message. */
function stackFrames({ message, stack = '' }: Error): string {
  const frames = stack.slice(stack.indexOf(message) + message.length).split('\n');
  return frames.filter((line) => line.startsWith('    at ')).join('\n');
}
