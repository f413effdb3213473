import { joinSentences, TimeExceeded, PublicError } from '../errors.ts';
import type { DocumentProblem } from '../model/change/document-problem.ts';

/** A text is not a document that can be read; everything wrong is listed at once. */
export class MalformedDocument extends PublicError {
  readonly code = 'unreadable_document';
  readonly problems: readonly DocumentProblem[];
  readonly count: number;

  /** @param count how many there are, where only the first of them are given */
  constructor(problems: readonly DocumentProblem[], count = problems.length) {
    super(
      joinSentences(
        problems.map(({ message }) => message),
        count,
      ),
    );
    this.problems = problems;
    this.count = count;
  }
}

/** A document can be read, but not stored; everything wrong is listed at once. */
export class UnprocessableDocument extends PublicError {
  readonly code = 'unprocessable_document';
  readonly problems: readonly DocumentProblem[];
  readonly count: number;

  /** @param count how many there are, where only the first of them are given */
  constructor(problems: readonly DocumentProblem[], count = problems.length) {
    super(
      `The document cannot be stored, and nothing was changed. ${count} ${count === 1 ? 'problem' : 'problems'}: ${problems
        .slice(0, 3)
        .map(({ message }) => message)
        .join(' ')}`,
    );
    this.problems = problems;
    this.count = count;
  }
}

/** What is stored stands against the change. */
export class Conflict extends PublicError {
  readonly code = 'conflict';
}

/** A value that has to be unique stands in something that is closed to the writer. Nothing is said of what holds it, nor which value it is. */
export class ValueTaken extends PublicError {
  readonly code = 'value_taken';
  /** How often this was answered to the account, this time included. */
  readonly times: number;

  constructor(times: number) {
    super(
      'The model allows a value of this document once, and something that your account may not see has it already. Nothing was stored. A dry run does not count such values. Ask somebody who may see more, and give the request id.',
    );
    this.times = times;
  }
}

/** Who refers to a resource instance: URIs of those that the caller may read, and how many others there are. */
export type ReferrerSummary = {
  readonly resources: readonly string[];
  readonly unreadable: number;
};

/** Others refer to what is to be deleted. */
export class StillReferenced extends PublicError {
  readonly code = 'still_referenced';
  readonly referrers: ReferrerSummary;

  constructor(referrers: ReferrerSummary) {
    const { resources, unreadable } = referrers;
    super(
      `${resources.length + unreadable} of the other resource instances refer to it, or have a relation with it that stands in no tile, and it was left as it is. Take the references out, or delete it without on_reference=refuse: then references and relations go with it.`,
    );
    this.referrers = referrers;
  }
}

/** What is stored is not what the change was made on. */
export class UnexpectedVersion extends PublicError {
  readonly code = 'precondition_failed';
  /** What is stored instead: nothing, something where there should be nothing, or another version. */
  readonly stored: 'nothing' | 'something' | 'another version';

  constructor(stored: UnexpectedVersion['stored']) {
    super(`Nothing was changed: the change is made on something else than what is stored.`);
    this.stored = stored;
  }
}

/** A change has to name the version that it was made on. */
export class VersionRequired extends PublicError {
  readonly code = 'precondition_required';

  constructor() {
    super('Name the version that the change is made on.');
  }
}

/** The same key came with another request before. */
export class IdempotencyKeyReused extends PublicError {
  readonly code = 'idempotency_key_reused';

  constructor() {
    super('Another request came with this key before. Give each new request a key of its own.');
  }
}

/** The answer of the database was lost or came too late, and nobody knows whether the change was stored. */
export class OutcomeUnknown extends PublicError {
  readonly code = 'outcome_unknown';

  constructor() {
    super('The answer of the database was lost or came too late: the change may be stored or not.');
  }
}

/** Others kept changing the same thing, and nothing was stored. */
export class TooBusy extends PublicError {
  readonly code = 'too_busy';

  constructor() {
    super('Others are changing it. Nothing was stored: try again in a moment.');
  }
}

/** What is thrown where a change may be stored: no error that says that nothing was. */
export function toPublicError(error: unknown): PublicError {
  return error instanceof PublicError && !(error instanceof TimeExceeded)
    ? error
    : new OutcomeUnknown();
}

/**
 * Does what is to be done once a change may be stored. Where that fails, nobody may say that nothing was changed.
 * @throws OutcomeUnknown, and the public errors of the work
 */
export async function failAsUnknown<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw toPublicError(error);
  }
}
