/** The URI of a property with a code of letters and a number, such as `P46_is_composed_of`, and its inverse `P46i_forms_part_of`. */
const numberedName = /^(.*[/#])([A-Z]+\d+[a-z]?)_/;

/**
 * Pairs properties with their inverses by their names, for RDFS encodings of CIDOC CRM and its extensions without owl:inverseOf.
 * @returns the URIs of inverses, by the URI of the property
 */
export function pairInversesByName(uris: readonly string[]): ReadonlyMap<string, string> {
  const urisByCode = new Map<string, string>();
  for (const uri of uris) {
    const code = parseCode(uri);
    if (code !== null && !urisByCode.has(code)) urisByCode.set(code, uri);
  }
  const inverses = new Map<string, string>();
  for (const [code, uri] of urisByCode) {
    const inverse = urisByCode.get(`${code}i`);
    if (inverse === undefined) continue;
    inverses.set(uri, inverse);
    inverses.set(inverse, uri);
  }
  return inverses;
}

function parseCode(uri: string): string | null {
  const [, namespace, code] = numberedName.exec(uri) ?? [];
  return namespace === undefined || code === undefined ? null : namespace + code;
}
