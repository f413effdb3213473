import { noBodyParameters, type BodyParameters } from '../request/body-parameters.ts';
import type { ValuesByName } from '../request/request.ts';

/** Where the parameters of a request come from. */
export type ParameterSources = {
  readonly query: ValuesByName;
  readonly headers?: ValuesByName;
  /** Prefixes of parameter headers, such as `x-service-`. The first prefix with a value takes precedence. */
  readonly prefixes?: readonly string[];
  /** The body has the same precedence as the query; a name must be sent in only one of the two. */
  readonly body?: BodyParameters;
};

/** The parameters of a request, merged from query, body and headers. */
export type MergedParameters = {
  readonly values: ReadonlyMap<string, string>;
  /** Names that were sent more than once in the source from which their value comes. */
  readonly repeated: readonly string[];
  /** Errors by name, for JSON values that cannot be parameters. */
  readonly valueErrors: ReadonlyMap<string, string>;
};

function normalizeHeaderName(name: string): string {
  return name.toLowerCase().replaceAll('-', '_');
}

function readHeaderParameters(
  headers: ValuesByName,
  prefix: string,
): Map<string, readonly string[]> {
  const normalizedPrefix = normalizeHeaderName(prefix);
  const valuesByName = new Map<string, readonly string[]>();
  for (const [name, values] of headers) {
    const normalizedName = normalizeHeaderName(name);
    if (
      !normalizedName.startsWith(normalizedPrefix) ||
      normalizedName.length === normalizedPrefix.length
    )
      continue;
    const parameter = normalizedName.slice(normalizedPrefix.length);
    valuesByName.set(parameter, [...(valuesByName.get(parameter) ?? []), ...values]);
  }
  return valuesByName;
}

/** Joins two sources of the same precedence. A name in both has several values. */
function joinValues(first: ValuesByName, second: ValuesByName): ValuesByName {
  const joined = new Map(first);
  for (const [name, values] of second) joined.set(name, [...(joined.get(name) ?? []), ...values]);
  return joined;
}

/**
 * Merges the parameters of a request (specification, general request conventions): a header `X-SERVICE-<NAME>` means the query
 * parameter with the lower-case name. The query takes precedence, even if its value is empty. Query names are case-sensitive. Header
 * names are not, and `-` and `_` are equal in them.
 * @rule Requests: Which value wins where a parameter comes in the query and in a header?
 * @rule Requests: Are names of parameters case-sensitive?
 */
export function mergeParameters({
  query,
  headers = new Map(),
  prefixes = [],
  body = noBodyParameters,
}: ParameterSources): MergedParameters {
  const queryAndBody = joinValues(query, body.values);
  const headerSources = prefixes.map((prefix) => readHeaderParameters(headers, prefix));
  const sources = [queryAndBody, ...headerSources];
  const values = new Map<string, string>();
  const repeated: string[] = [];
  for (const source of sources) {
    for (const [name, [value, ...otherValues]] of source) {
      if (value === undefined || values.has(name)) continue;
      values.set(name, value);
      if (otherValues.length > 0) repeated.push(name);
    }
  }
  return { values, repeated, valueErrors: body.valueErrors };
}

/** The values of merged parameters. A name that was sent more than once has two. */
export function toValuesByName({ values, repeated }: MergedParameters): ValuesByName {
  return new Map(
    [...values].map(([name, value]) => [name, repeated.includes(name) ? [value, value] : [value]]),
  );
}
