import { joinSentences, TimeExceeded, PublicError } from '../errors.ts';
import { repeatedMemberCode } from '../json/repeated-members.ts';
import type { DocumentProblem } from '../model/change/document-problem.ts';

/** A document cannot be parsed. Lists its problems. */
export class MalformedDocument extends PublicError {
  readonly code = 'unreadable_document';
  readonly problems: readonly DocumentProblem[];
  readonly count: number;

  /** @param count the total, if `problems` has only the first ones */
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

/** A document can be parsed but not stored. Lists its problems. */
export class UnprocessableDocument extends PublicError {
  readonly code = 'unprocessable_document';
  readonly problems: readonly DocumentProblem[];
  readonly count: number;

  /** @param count the total, if `problems` has only the first ones */
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

/** Creates the error for problems of a document. JSON in a text that repeats a member cannot be read, like a body that does. */
export function createDocumentError(
  problems: readonly DocumentProblem[],
): MalformedDocument | UnprocessableDocument {
  return problems.some(({ code }) => code === repeatedMemberCode)
    ? new MalformedDocument(problems)
    : new UnprocessableDocument(problems);
}

/** The stored data do not allow the change. */
export class Conflict extends PublicError {
  readonly code = 'conflict';
}

/** Writes are refused as long as the data are imported again and again from another platform. */
export class ImportNotFinished extends PublicError {
  readonly code = 'import_not_finished';

  constructor() {
    super(
      'The data of this service still come from another platform, and the next import would overwrite changes. Nothing was changed. Make the change on that platform, or wait until an operator has run `hds import database --finish`.',
    );
  }
}

/**
 * A unique value already exists in a tile that the author cannot see. The error reveals neither the value nor the
 * tile.
 */
export class ValueTaken extends PublicError {
  readonly code = 'value_taken';
  /** How many times the account has got this error, including this time. */
  readonly occurrences: number;

  constructor(occurrences: number) {
    super(
      'A value of this document must be unique, and something that your account cannot see already has it. Nothing was stored. A dry run does not check such values. Ask someone with more rights, and give the request id.',
    );
    this.occurrences = occurrences;
  }
}

/** The URIs of the visible resource instances that refer to this one, and the number of the invisible ones. */
export type ReferrerSummary = {
  readonly resources: readonly string[];
  readonly unreadable: number;
};

/** Other resource instances refer to the one to delete. */
export class StillReferenced extends PublicError {
  readonly code = 'still_referenced';
  readonly referrers: ReferrerSummary;

  constructor(referrers: ReferrerSummary) {
    const count = referrers.resources.length + referrers.unreadable;
    super(
      `${count} other resource instance${count === 1 ? ' refers' : 's refer'} to this one, in a value or by a relation. Nothing was deleted. Remove the references, or leave out on_reference=refuse: the deletion then removes them too.`,
    );
    this.referrers = referrers;
  }
}

/** The stored version is not the one that the change is based on. */
export class UnexpectedVersion extends PublicError {
  readonly code = 'precondition_failed';
  /** `nothing`: a version was expected; `something`: nothing was expected; `another version`: another one was expected. */
  readonly stored: 'nothing' | 'something' | 'another version';

  constructor(stored: UnexpectedVersion['stored']) {
    super('Nothing was changed: the stored version is not the one that the change is based on.');
    this.stored = stored;
  }
}

/** A change must name the version that it is based on. */
export class VersionRequired extends PublicError {
  readonly code = 'precondition_required';

  constructor() {
    super('Name the version that the change is based on.');
  }
}

/** The idempotency key was used for a different request. */
export class IdempotencyKeyReused extends PublicError {
  readonly code = 'idempotency_key_reused';

  constructor() {
    super('This key was used for a different request. Use a new key for each new request.');
  }
}

/** The response of the database was lost or late, so it is unknown whether the change was stored. */
export class OutcomeUnknown extends PublicError {
  readonly code = 'outcome_unknown';

  constructor() {
    super(
      'The response of the database was lost or late: it is unknown whether the change was stored. Read the data again to check.',
    );
  }
}

/** All attempts ended in conflicts, and nothing was stored. */
export class TooBusy extends PublicError {
  readonly code = 'too_busy';

  constructor() {
    super('Others are changing the same data. Nothing was stored: try again in a moment.');
  }
}

/**
 * Returns the error to report after a possible write. A public error is returned unchanged, because it is only thrown
 * when it is certain what is stored. TimeExceeded and all other errors become OutcomeUnknown.
 * @rule Writing: When may an error say that nothing was changed?
 */
export function errorAfterWrite(error: unknown): PublicError {
  return error instanceof PublicError && !(error instanceof TimeExceeded)
    ? error
    : new OutcomeUnknown();
}

/**
 * Runs a task after a possible write, and throws `errorAfterWrite` if it fails.
 * @throws OutcomeUnknown, and the public errors of the task
 */
export async function withUnknownOutcomeOnError<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await task();
  } catch (error) {
    throw errorAfterWrite(error);
  }
}
