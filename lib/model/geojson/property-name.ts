import anyAscii from 'any-ascii';

/**
 * Derives a property name from a node name: lower-case Latin letters and digits, with one underscore for each run
 * of other characters, and none at the ends.
 * @rule GeoJSON and OGC API Features: How is a property named?
 * @returns empty if the node name has no letter or digit
 */
export function derivePropertyName(nodeName: string): string {
  const asciiName = anyAscii(nodeName).toLowerCase();
  return trimUnderscores(asciiName.replaceAll(/[^\da-z]+/g, '_'));
}

/**
 * Cuts a property name to the `field_name_length` of the request. The underscores at both ends of a cut name are
 * removed.
 * @rule GeoJSON and OGC API Features: How are names cut by `field_name_length`?
 * @param length maximum number of characters; undefined for no limit
 */
export function shortenPropertyName(name: string, length: number | undefined): string {
  if (length === undefined) return name;
  const characters = Array.from(name);
  if (characters.length <= length) return name;
  return trimUnderscores(characters.slice(0, length).join(''));
}

function trimUnderscores(name: string): string {
  return name.replaceAll(/^_+|(?<!_)_+$/g, '');
}
