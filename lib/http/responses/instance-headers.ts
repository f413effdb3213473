import { validSettings, type SettingsResult } from '../../settings.ts';
import type { Operation } from '../operation.ts';
import type { HttpResponse } from './response.ts';

/**
 * Adds what the settings of an instance mean for a response: to data, the licence as a link (RFC 8288, relation `license`), and to the policy
 * of a page, the host of the logo.
 * @rule Responses: Where does the licence of the data stand?
 */
export function withInstanceHeaders(
  response: HttpResponse,
  { responses }: Pick<Operation, 'responses'>,
  result: SettingsResult,
): HttpResponse {
  const { logo, licence } = validSettings(result)?.instance ?? {};
  const { Link: links, 'Content-Security-Policy': policy } = response.headers ?? {};
  const isLinked = response.status === 200 && hasLinks(responses[200]);
  const headers = {
    ...response.headers,
    ...(licence !== undefined && isLinked
      ? {
          Link: [...(links === undefined ? [] : [links]), `<${licence}>; rel="license"`].join(', '),
        }
      : {}),
    ...(logo !== undefined && policy !== undefined && isPage(response)
      ? { 'Content-Security-Policy': withImageHost(policy, new URL(logo).origin) }
      : {}),
  };
  return { ...response, headers };
}

const hasLinks = (description: Operation['responses'][number] | undefined): boolean =>
  typeof description === 'object' && description.headers?.includes('Link') === true;

const isPage = ({ contentType }: HttpResponse): boolean =>
  contentType?.startsWith('text/html') === true;

/** Adds a host of images to the policy of a page. @param host an origin */
function withImageHost(policy: string, host: string): string {
  const directives = policy.split('; ');
  const images = directives.find((directive) => directive.startsWith('img-src '));
  return images === undefined
    ? [...directives, `img-src ${host}`].join('; ')
    : directives
        .map((directive) => (directive === images ? `${images} ${host}` : directive))
        .join('; ');
}
