import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { PublicError } from './errors.ts';

/** The most problems that one answer lists: nobody reads more, and an answer has to fit into 6 MB. */
const mostProblems = 200;

function listed(problems: readonly DocumentProblem[]): readonly DocumentProblem[] {
  if (problems.length <= mostProblems) return problems;
  const message = `There are ${problems.length - mostProblems} problems more. Mend these, and send the document again.`;
  return [...problems.slice(0, mostProblems), { code: 'more_problems', pointer: '', message }];
}

/** 400: the body is not a document that can be read; everything wrong is listed at once. */
export class UnreadableDocument extends PublicError {
  readonly code = 'unreadable_document';
  readonly problems: readonly DocumentProblem[];

  constructor(problems: readonly DocumentProblem[]) {
    super(problems.map(({ message }) => message).join(' '));
    this.problems = listed(problems);
  }
}

/** 422: the document can be read, but not stored; everything wrong is listed at once. */
export class UnprocessableDocument extends PublicError {
  readonly code = 'unprocessable_document';
  readonly problems: readonly DocumentProblem[];

  constructor(problems: readonly DocumentProblem[]) {
    super(
      `The document cannot be stored, and nothing was changed. ${problems.length} ${problems.length === 1 ? 'problem' : 'problems'}: ${problems
        .slice(0, 3)
        .map(({ message }) => message)
        .join(' ')}`,
    );
    this.problems = listed(problems);
  }
}

/** 409: what is stored stands against it. */
export class Conflict extends PublicError {
  readonly code = 'conflict';
}

/** 409: others refer to what is to be deleted. */
export class StillReferenced extends PublicError {
  readonly code = 'still_referenced';
  readonly referrers: { readonly resources: readonly string[]; readonly hidden: number };

  /** @param referrers URIs of those that the caller may see, and how many others there are */
  constructor(referrers: { readonly resources: readonly string[]; readonly hidden: number }) {
    const { resources, hidden } = referrers;
    super(
      `${resources.length + hidden} of the other resource instances refer to it, or have a relation with it that stands in no tile, and it was left as it is. Take the references out, or delete it without on_reference=refuse: then references and relations go with it.`,
    );
    this.referrers = referrers;
  }
}

/** 412: the resource instance is not, or no longer, as the caller says (RFC 9110, section 13.1). */
export class PreconditionFailed extends PublicError {
  readonly code = 'precondition_failed';

  constructor(
    message = 'The resource instance has changed since the version that If-Match names, and was left as it is. Read it again, make your change on that, and send it with the new ETag.',
  ) {
    super(message);
  }
}

/** 428: a change has to say which version it was made on (RFC 6585, section 3). */
export class PreconditionRequired extends PublicError {
  readonly code = 'precondition_required';

  constructor() {
    super(
      'This service changes what is stored only for those who know its version. Read the resource instance, and send its ETag in the header If-Match.',
    );
  }
}

/** 422: the same key came with another request before. */
export class IdempotencyKeyReused extends PublicError {
  readonly code = 'idempotency_key_reused';

  constructor() {
    super(
      'Another request was sent with this Idempotency-Key before. Send each new request with a key of its own.',
    );
  }
}

/** 503: the answer of the database was lost or came too late, and nobody knows whether the change was stored. */
export class OutcomeUnknown extends PublicError {
  readonly code = 'outcome_unknown';

  constructor() {
    super(
      'The answer of the database was lost or came too late: the change may be stored or not. Read the resource instance to see. PUT and DELETE may be sent again as they are, POST with the same Idempotency-Key.',
    );
  }
}

/** 503: others kept changing the resource instance, and nothing was stored. */
export class TooBusy extends PublicError {
  readonly code = 'too_busy';

  constructor() {
    super('Others are changing this resource instance. Nothing was stored: try again in a moment.');
  }
}
