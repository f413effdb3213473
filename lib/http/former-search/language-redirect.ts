import type { ValuesByName } from '../request/request.ts';
import type { HttpResponse } from '../responses/response.ts';

const prefixed =
  /^\/?(?<language>[a-z]{2,3}(?:-[a-z0-9]{2,8})?)\/(?<path>search|search\/(?:resources|terms|export_results)|api\/search\/export_results)\/?$/i;

/**
 * Redirects from a search address of the reference platform that begins with a language to the one without, with the same method and body.
 * API Gateway has one variable path below the root, so no function can have these addresses as its own.
 * @param path that no operation has
 * @returns undefined for other paths
 */
export function redirectFromLanguage(
  path: string,
  query: ValuesByName,
  baseUrl: string,
): HttpResponse | undefined {
  const { language, path: target } = prefixed.exec(path)?.groups ?? {};
  if (language === undefined) return undefined;
  const parameters = new URLSearchParams(
    [...query].flatMap(([name, values]) => values.map((value): [string, string] => [name, value])),
  );
  // The page is in the languages of the reader.
  if (target !== 'search' && !parameters.has('lang')) parameters.append('lang', language);
  return { status: 307, headers: { Location: `${baseUrl}/${target}?${parameters.toString()}` } };
}
