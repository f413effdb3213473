import type { ExpectedVersion } from '../../writing/expected-version.ts';
import { parseEntityTags } from './validators.ts';

/**
 * Reads the version that a write expects (RFC 9110, section 13.1). Only the version in an entity tag is compared: the digits before the
 * first hyphen. The rest depends on the format in which the object was read. Weak tags match nothing (section 13.1.1).
 * @rule Responses: What does `If-Match` refuse on a write?
 * @param readHeader reads a header by its name in lower case
 * @param isRequired whether `If-Match` is required (HDS_REQUIRE_IF_MATCH)
 */
export function readExpectedVersion(
  readHeader: (name: string) => string | undefined,
  isRequired: boolean,
): ExpectedVersion {
  const ifMatch = readHeader('if-match');
  return {
    versions: ifMatch === undefined ? undefined : parseVersions(ifMatch),
    mustBeNew: parseEntityTags(readHeader('if-none-match') ?? '') === 'any',
    isRequired,
  };
}

/** A malformed header matches no version, so that nothing is changed by mistake. */
function parseVersions(header: string): ExpectedVersion['versions'] {
  const tags = parseEntityTags(header) ?? [];
  if (tags === 'any') return tags;
  return tags.flatMap(({ text, isWeak }) => {
    const version = isWeak ? undefined : /^(\d+)(?:-|$)/.exec(text)?.[1];
    return version === undefined ? [] : [version];
  });
}
