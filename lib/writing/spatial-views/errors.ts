import { DatabaseError } from '../../data-api/errors.ts';
import { InvalidInput, PublicError } from '../../errors.ts';
import type { ViewFieldProblem } from '../../model/spatial-views/view-field-problems.ts';
import { Conflict } from '../errors.ts';

/** Somebody reads a view of a spatial view, or waits for it, and it could not be made anew in time. */
export class ViewsInUse extends PublicError {
  readonly code = 'views_in_use';

  constructor() {
    super(
      'Somebody is using the views of this spatial view, or what they are made of, and nothing was changed. Try again in a moment.',
    );
  }
}

/** What the database says of it when it cannot make, replace or drop views (infra/schema/spatial-views). */
const refusals: Readonly<Record<string, (said: string) => PublicError>> = {
  SV001: (said) => new Conflict(said),
  SV002: (said) => wrongField('/slug', said),
  SV003: (said) => wrongField('/schema', said),
  '55P03': () => new ViewsInUse(),
  // A number that is too large, or a text that jsonb cannot hold: only the nodes are stored as they were sent.
  '22003': () => wrongField('/attributenodes', notStorable),
  '22P02': () => wrongField('/attributenodes', notStorable),
  '22P05': () => wrongField('/attributenodes', notStorable),
};

const notStorable =
  'The database cannot store something in attributenodes: leave out what is not nodeid or description.';

function wrongField(pointer: string, detail: string): InvalidInput {
  return invalidFieldsError([{ pointer, code: 'invalid', detail }]);
}

/** What is thrown for fields that cannot be stored. */
export function invalidFieldsError(problems: readonly ViewFieldProblem[]): InvalidInput {
  return new InvalidInput(problems.map((problem) => ({ in: 'body', ...problem })));
}

/** What is told of an error of a write: the refusal of the database in our words, or the error as it is. */
export function toViewError(error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  return refusals[error.sqlState ?? '']?.(error.summary) ?? error;
}
