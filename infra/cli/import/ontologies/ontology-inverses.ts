/** `P46_is_composed_of` and `P46i_forms_part_of`, `OP1…` and so on: prefix, number, `i` for the inverse. */
const numberedName = /^(.*[/#])([A-Z]+\d+[a-z]?)_/;

/**
 * Pairs properties that are each other's inverse by their names, for RDFS encodings of
 * CIDOC CRM and its extensions without owl:inverseOf.
 * @returns the inverse of a property by its URI
 */
export function pairInversesByName(uris: readonly string[]): ReadonlyMap<string, string> {
  const byCode = new Map<string, string>();
  for (const uri of uris) {
    const code = codeOf(uri);
    if (code !== null && !byCode.has(code)) byCode.set(code, uri);
  }
  const inverses = new Map<string, string>();
  for (const [code, uri] of byCode) {
    const inverse = byCode.get(`${code}i`);
    if (inverse === undefined) continue;
    inverses.set(uri, inverse);
    inverses.set(inverse, uri);
  }
  return inverses;
}

function codeOf(uri: string): string | null {
  const [, namespace, code] = numberedName.exec(uri) ?? [];
  return namespace === undefined || code === undefined ? null : namespace + code;
}
