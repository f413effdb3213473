import anyAscii from 'any-ascii';

/**
 * Makes a property name of a node's name: Latin letters and digits in lower case, every run of
 * other characters one underscore, none at the ends.
 * @returns the property name; empty where the node's name has no letter or digit
 */
export function derivedPropertyName(nodeName: string): string {
  const latin = anyAscii(nodeName).toLowerCase();
  return trimUnderscores(latin.replaceAll(/[^\da-z]+/g, '_'));
}

/**
 * Cuts a property name to the `field_name_length` of the request. Field names and derived names are
 * cut alike; a name that is cut loses the underscores at its ends.
 * @param length the most characters that the name may have; undefined leaves it whole
 */
export function shortenPropertyName(name: string, length: number | undefined): string {
  if (length === undefined) return name;
  const characters = Array.from(name);
  if (characters.length <= length) return name;
  return trimUnderscores(characters.slice(0, length).join(''));
}

function trimUnderscores(name: string): string {
  return name.replaceAll(/^_+|_+$/g, '');
}
