import type { repeatedMemberCode } from './json/repeated-members.ts';

/** One problem with the input of a caller. */
export type InputError = {
  readonly in: 'parameters' | 'path' | 'body';
  /** JSON Pointer such as `/indent` or `/attributenodes/0/nodeid`. */
  readonly pointer: string;
  readonly code: 'invalid' | 'missing' | 'repeated' | typeof repeatedMemberCode;
  readonly detail: string;
};

/**
 * An error whose message is sent to the caller, so the message must never contain private data.
 * lib/http/errors/error-statuses.ts maps the code to a status. Errors of one subject are defined in the folder of that subject.
 */
export abstract class PublicError extends Error {
  abstract readonly code: string;
  /** The time after which the caller can try again, if it is known. */
  readonly retryAfterSeconds?: number;
}

/** Returns the code of an error of this service, of Node.js or of a library; undefined if it has none. */
export function errorCode(error: unknown): string | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

/** The message can be shortened, because the response also lists each problem separately. */
const maxSentences = 20;

/**
 * Joins the sentences of several problems into one message, and says how many are left out.
 * @param totalCount the number of all problems, if `sentences` contains only the first of them
 */
export function joinSentences(sentences: readonly string[], totalCount = sentences.length): string {
  const omittedCount = totalCount - maxSentences;
  const shown = sentences.slice(0, maxSentences);
  return (omittedCount > 0 ? [...shown, `And ${omittedCount} more.`] : shown).join(' ');
}

/** The input is not valid. All problems are listed at once. */
export class InvalidInput extends PublicError {
  readonly code = 'invalid_input';
  readonly errors: readonly InputError[];

  /** @param errors duplicates are removed */
  constructor(errors: readonly InputError[]) {
    const distinctErrors = [
      ...new Map(errors.map((error) => [JSON.stringify(error), error])).values(),
    ];
    super(joinSentences(distinctErrors.map((error) => error.detail)));
    this.errors = distinctErrors;
  }
}

/** The caller may see the object, but is not allowed to do the requested operation. */
export class NotAllowed extends PublicError {
  readonly code = 'not_allowed';
}

/** The object does not exist or is not visible to the caller. Both look the same, so that hidden objects are not revealed. */
export class NotFound extends PublicError {
  readonly code = 'not_found';
}

/** The model of a resource instance has no ontology, so it has no RDF. */
export class NoOntology extends PublicError {
  readonly code = 'no_ontology';

  /** @param model the name of the model */
  constructor(model: string) {
    super(
      `The model ${JSON.stringify(model)} has no ontology, which JSON-LD and the other RDF formats need. Request format=json or format=service-json.`,
    );
  }
}

/** The work was not finished before its deadline. */
export class TimeExceeded extends PublicError {
  readonly code = 'out_of_time';

  constructor() {
    super('The response was not ready in time. Try again, or request less with limit and page.');
  }
}
