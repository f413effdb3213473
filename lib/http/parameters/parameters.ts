import type { Values } from '../request/request.ts';

/** The parameters of a request after the merge of query and headers. */
export type MergedParameters = {
  readonly values: ReadonlyMap<string, string>;
  /** Names that came more than once from the place that won, so that no one value is meant. */
  readonly repeated: readonly string[];
};

function headerName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

function fromHeaders(headers: Values, prefix: string): Map<string, readonly string[]> {
  const start = headerName(prefix);
  const found = new Map<string, readonly string[]>();
  for (const [name, values] of headers) {
    const normal = headerName(name);
    if (!normal.startsWith(start) || normal.length === start.length) continue;
    const parameter = normal.slice(start.length);
    found.set(parameter, [...(found.get(parameter) ?? []), ...values]);
  }
  return found;
}

/**
 * Merges the parameters of a request, by the general request conventions of the specification: a header
 * `X-SERVICE-<NAME>` stands for the lower-case query parameter, and the query wins, even when it is
 * empty. Query names are case-sensitive; in header names `-` and `_` are equal, whatever the case.
 * @param query values by name
 * @param headers values by name
 * @param prefixes of the headers that carry parameters, such as `x-service-`; the first that has a name wins
 */
export function mergeParameters(
  query: Values,
  headers: Values,
  prefixes: readonly string[],
): MergedParameters {
  const sources = [query, ...prefixes.map((prefix) => fromHeaders(headers, prefix))];
  const values = new Map<string, string>();
  const repeated: string[] = [];
  for (const source of sources) {
    for (const [name, [first, ...others]] of source) {
      if (first === undefined || values.has(name)) continue;
      values.set(name, first);
      if (others.length > 0) repeated.push(name);
    }
  }
  return { values, repeated };
}
