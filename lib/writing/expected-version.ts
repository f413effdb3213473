import { UnexpectedVersion, VersionRequired } from './errors.ts';

/** What somebody who changes a resource instance expects to be stored. */
export type ExpectedVersion = {
  /** One of these versions, or `any`; undefined where none is named. */
  readonly versions: readonly string[] | 'any' | undefined;
  /** Whether nothing may be stored yet. */
  readonly mustBeNew: boolean;
  /** Whether what is stored may be changed only by those who name its version. */
  readonly isRequired: boolean;
};

/** Nothing is expected, as of something new under an id of its own. */
export const noExpectedVersion: ExpectedVersion = {
  versions: undefined,
  mustBeNew: false,
  isRequired: false,
};

/**
 * Holds a change to what is expected.
 * @param stored the version that is stored; undefined where there is nothing
 * @throws UnexpectedVersion, VersionNeeded
 */
export function checkVersion(
  { versions, mustBeNew, isRequired: mustBeNamed }: ExpectedVersion,
  stored: string | undefined,
): void {
  if (mustBeNew && stored !== undefined) throw new UnexpectedVersion('something');
  if (versions === undefined) {
    if (mustBeNamed && stored !== undefined) throw new VersionRequired();
    return;
  }
  if (stored === undefined) throw new UnexpectedVersion('nothing');
  if (versions !== 'any' && !versions.includes(stored)) {
    throw new UnexpectedVersion('another version');
  }
}
