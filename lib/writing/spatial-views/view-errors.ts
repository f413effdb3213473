import { DatabaseError } from '../../data-api/errors.ts';
import { InvalidInput, PublicError } from '../../errors.ts';
import type { ViewFieldProblem } from '../../model/spatial-views/view-field-problems.ts';
import { Conflict } from '../errors.ts';

/** A view could not be replaced in time, because other transactions use it or wait for it. */
export class ViewsInUse extends PublicError {
  readonly code = 'views_in_use';

  constructor() {
    super(
      'The views of this spatial view, or their sources, are in use, and nothing was changed. Try again in a moment.',
    );
  }
}

/** The error codes of the database when it cannot create, replace or drop views (infra/schema/spatial-views). */
const errorsBySqlState: Readonly<Record<string, (message: string) => PublicError>> = {
  SV001: (message) => new Conflict(message),
  SV002: (message) => invalidField('/slug', message),
  SV003: (message) => invalidField('/schema', message),
  '55P03': () => new ViewsInUse(),
  // A number that is too large, or a text that jsonb cannot store; only the attribute nodes are stored as sent.
  '22003': () => invalidField('/attributenodes', notStorableMessage),
  '22P02': () => invalidField('/attributenodes', notStorableMessage),
  '22P05': () => invalidField('/attributenodes', notStorableMessage),
};

const notStorableMessage =
  'The database cannot store a member of attributenodes: leave out members other than nodeid and description.';

function invalidField(pointer: string, detail: string): InvalidInput {
  return invalidFieldsError([{ pointer, code: 'invalid', detail }]);
}

/** Creates the error for invalid fields. */
export function invalidFieldsError(problems: readonly ViewFieldProblem[]): InvalidInput {
  return new InvalidInput(problems.map((problem) => ({ in: 'body', ...problem })));
}

/** Converts a rejection of the database into a public error; other errors stay unchanged. */
export function toViewError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  return errorsBySqlState[error.sqlState ?? '']?.(error.summary) ?? error;
}
