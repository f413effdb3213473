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
  SV002: (message) => createInvalidFieldError('/slug', message),
  SV003: (message) => createInvalidFieldError('/schema', message),
  '55P03': () => new ViewsInUse(),
  // A number is too large, or jsonb cannot store a text. It is in the attribute nodes, because only they are stored as sent.
  '22003': () => createInvalidFieldError('/attributenodes', notStorableMessage),
  '22P02': () => createInvalidFieldError('/attributenodes', notStorableMessage),
  '22P05': () => createInvalidFieldError('/attributenodes', notStorableMessage),
};

const notStorableMessage =
  'The database cannot store a member of attributenodes: leave out members other than nodeid and description.';

function createInvalidFieldError(pointer: string, detail: string): InvalidInput {
  return createInvalidFieldsError([{ pointer, code: 'invalid', detail }]);
}

/** Creates the error for invalid fields. */
export function createInvalidFieldsError(problems: readonly ViewFieldProblem[]): InvalidInput {
  return new InvalidInput(problems.map((problem) => ({ in: 'body', ...problem })));
}

/** Converts a rejection of the database into a public error; other errors stay unchanged. */
export function toViewError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  return errorsBySqlState[error.sqlState ?? '']?.(error.summary) ?? error;
}
