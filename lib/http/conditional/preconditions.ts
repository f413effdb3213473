import { PreconditionFailed, PreconditionRequired } from '../errors/write-errors.ts';

/** What a change depends on (RFC 9110, section 13.1). */
export type Preconditions = {
  /** Versions of entity tags in `If-Match`, `*` for any; undefined where the header was not sent. */
  readonly match: readonly string[] | undefined;
  /** Whether `If-None-Match: *` asks for there to be nothing yet. */
  readonly mustBeNew: boolean;
  /** Whether what is stored may be changed only with `If-Match`. */
  readonly mustMatch: boolean;
};

/**
 * Reads the conditions of a change. An entity tag counts by its version alone, the digits before the first hyphen: a change is made
 * on a version, in whatever form that was read. A weak tag matches nothing (RFC 9110, section 13.1.1).
 * @param valueOf the header of a name in lower case
 * @param mustMatch whether the instance requires `If-Match`
 */
export function preconditionsOf(
  valueOf: (name: string) => string | undefined,
  mustMatch: boolean,
): Preconditions {
  const ifMatch = valueOf('if-match');
  const ifNoneMatch = valueOf('if-none-match');
  return {
    match: ifMatch === undefined ? undefined : versionsIn(ifMatch),
    mustBeNew: ifNoneMatch?.trim() === '*',
    mustMatch,
  };
}

function versionsIn(header: string): readonly string[] {
  if (header.trim() === '*') return ['*'];
  return header.split(',').flatMap((tag) => /^"(\d+)(?:-[^"]*)?"$/.exec(tag.trim())?.[1] ?? []);
}

/**
 * Holds a change to its conditions.
 * @param version of what is stored; undefined where there is nothing
 * @throws PreconditionFailed, PreconditionRequired
 */
export function checkPreconditions(
  { match, mustBeNew, mustMatch }: Preconditions,
  version: string | undefined,
): void {
  if (mustBeNew && version !== undefined) {
    throw new PreconditionFailed(
      'There is a resource instance with this id already, and If-None-Match: * asks for none. It was left as it is.',
    );
  }
  if (match === undefined) {
    if (mustMatch && version !== undefined) throw new PreconditionRequired();
    return;
  }
  if (version === undefined) {
    throw new PreconditionFailed(
      'There is no resource instance with this id, and If-Match asks for one. Send it without If-Match to create it.',
    );
  }
  if (!match.includes('*') && !match.includes(version)) throw new PreconditionFailed();
}
