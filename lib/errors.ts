/** One thing that is wrong with what a caller sent. */
export type InputError = {
  readonly in: 'parameters' | 'path' | 'body';
  /** A JSON pointer to it, such as `/indent` or `/attributenodes/0/nodeid`. */
  readonly pointer: string;
  readonly code: 'invalid' | 'missing' | 'repeated';
  readonly detail: string;
};

/**
 * The base of every error that a caller is meant to read: its message leaves the service, so it never holds anything private.
 * What the code means over HTTP stands in one table, lib/http/errors/http-errors.ts. The errors of one subject stand in its room;
 * here are those of all.
 */
export abstract class PublicError extends Error {
  abstract readonly code: string;
}

/** The most sentences that stand in one message: an answer lists them one by one besides. */
const mostSentences = 20;

/**
 * The message of an error that consists of many: the first of their sentences, and how many more there are.
 * @param count how many there are, where only the first of them are given
 */
export function joinSentences(sentences: readonly string[], count = sentences.length): string {
  const more = count - mostSentences;
  const first = sentences.slice(0, mostSentences);
  return (more > 0 ? [...first, `And ${more} more.`] : first).join(' ');
}

/** What was sent breaks the rules; everything wrong is listed at once. */
export class InvalidInput extends PublicError {
  readonly code = 'invalid_input';
  readonly errors: readonly InputError[];

  /** @param errors what is wrong; what several rules say alike is told once */
  constructor(errors: readonly InputError[]) {
    const once = [...new Map(errors.map((error) => [JSON.stringify(error), error])).values()];
    super(joinSentences(once.map((error) => error.detail)));
    this.errors = once;
  }
}

/** The caller may not do this to something that the caller may see. */
export class NotAllowed extends PublicError {
  readonly code = 'not_allowed';
}

/** Something is unknown, or not visible to the caller. The two look the same. */
export class NotFound extends PublicError {
  readonly code = 'not_found';
}

/** The model of a resource instance has no ontology, without which nothing can be said in RDF. */
export class NoOntology extends PublicError {
  readonly code = 'no_ontology';

  /** @param model the name of the model */
  constructor(model: string) {
    super(
      `The model ${JSON.stringify(model)} has no ontology, which JSON-LD and the other RDF formats need. Ask for format=json or format=service-json.`,
    );
  }
}

/** The work could not be finished in the time that it has. */
export class TimeExceeded extends PublicError {
  readonly code = 'out_of_time';

  constructor() {
    super('The answer was not ready in time. Try again, or ask for less with limit and page.');
  }
}
