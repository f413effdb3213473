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
  let variableCount = 0;
  const path = pathTemplate.replaceAll(/\{[^{}]+\}/g, () => {
    variableCount += 1;
    return encodeURIComponent(pathValues[variableCount - 1] ?? '');
  });
  const parameters = new URLSearchParams(
    [...query].flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
  );
  return parameters.size === 0 ? path : `${path}?${parameters.toString()}`;
}
