import type { ExpectedVersion } from '../../writing/expected-version.ts';
import { parseEntityTags } from './validators.ts';

/**
 * Reads what a change expects to be stored (RFC 9110, section 13.1). An entity tag counts by its version alone, the digits before
 * the first hyphen: a change is made on a version, in whatever form that was read. A weak tag matches nothing (section 13.1.1).
 * @param valueOf the header of a name in lower case
 * @param mustBeNamed whether the instance requires `If-Match`
 */
export function readExpectedVersion(
  valueOf: (name: string) => string | undefined,
  mustBeNamed: boolean,
): ExpectedVersion {
  const ifMatch = valueOf('if-match');
  return {
    versions: ifMatch === undefined ? undefined : versionsIn(ifMatch),
    mustBeNew: parseEntityTags(valueOf('if-none-match') ?? '') === 'any',
    isRequired: mustBeNamed,
  };
}

/** None where the header cannot be read: nothing is changed on what is not understood. */
function versionsIn(header: string): ExpectedVersion['versions'] {
  const tags = parseEntityTags(header) ?? [];
  if (tags === 'any') return tags;
  return tags.flatMap(({ text, isWeak }) => {
    const version = isWeak ? undefined : /^(\d+)(?:-|$)/.exec(text)?.[1];
    return version === undefined ? [] : [version];
  });
}
