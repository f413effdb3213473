import type { ValuesByName } from './request.ts';

/**
 * The path and query of a request, without the path of the base URL.
 * @param pathTemplate of API Gateway, such as `/resources/{first}`
 * @param pathValues the decoded values of its variables, in order
 */
export function formatRequestTarget(
  pathTemplate: string,
  pathValues: readonly string[],
  query: ValuesByName,
): string {
  return withQuery(fillVariables(pathTemplate, pathValues, encodeURIComponent), query);
}

/** The same for the path of several segments that one variable has. */
export const formatUndividedTarget = (
  pathTemplate: string,
  pathValues: readonly string[],
  query: ValuesByName,
): string =>
  withQuery(
    fillVariables(pathTemplate, pathValues, (value) =>
      value.split('/').map(encodeURIComponent).join('/'),
    ),
    query,
  );

function fillVariables(
  pathTemplate: string,
  pathValues: readonly string[],
  encode: (value: string) => string,
): string {
  const values = pathValues.values();
  return pathTemplate.replaceAll(/\{[^{}]+\}/g, () => encode(values.next().value ?? ''));
}

function withQuery(path: string, query: ValuesByName): string {
  const parameters = new URLSearchParams(
    [...query].flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
  );
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}
