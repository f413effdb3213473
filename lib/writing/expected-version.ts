import { UnexpectedVersion, VersionRequired } from './errors.ts';

/** The precondition of a change. */
export type ExpectedVersion = {
  /** The accepted versions, or `any`; undefined if the request names none. */
  readonly versions: readonly string[] | 'any' | undefined;
  /** Whether the change is allowed only if nothing is stored yet. */
  readonly mustBeNew: boolean;
  /** Whether a change of stored data must name a version. */
  readonly isRequired: boolean;
};

/** No precondition: the change is allowed whatever is stored. */
export const noExpectedVersion: ExpectedVersion = {
  versions: undefined,
  mustBeNew: false,
  isRequired: false,
};

/** Whether a precondition names versions, so that a change that meets it is based on the stored version. */
export function namesVersion({ versions }: ExpectedVersion): boolean {
  return versions !== undefined && versions !== 'any';
}

/**
 * Checks the precondition of a change.
 * @rule Responses: What does `If-Match` refuse on a write?
 * @rule Responses: Which writes need `If-Match`, and what does a missing one answer?
 * @param stored the stored version; undefined if nothing is stored
 * @throws UnexpectedVersion, VersionRequired
 */
export function checkVersion(
  { versions, mustBeNew, isRequired }: ExpectedVersion,
  stored: string | undefined,
): void {
  if (mustBeNew && stored !== undefined) throw new UnexpectedVersion('something');
  if (versions === undefined) {
    if (isRequired && stored !== undefined) throw new VersionRequired();
    return;
  }
  if (stored === undefined) throw new UnexpectedVersion('nothing');
  if (versions !== 'any' && !versions.includes(stored)) {
    throw new UnexpectedVersion('another version');
  }
}
