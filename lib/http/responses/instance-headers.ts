import { withImageHost } from '../../pages/security-policy.ts';
import { validSettings, type SettingsResult } from '../../settings.ts';
import { withHeaders, type HttpResponse } from './response.ts';

/**
 * Adds what the settings of an instance mean for a response: the licence of the data as a link (RFC 8288, relation `license`), and for a
 * page the host of its logo.
 * @rule Responses: Where does the licence of the data stand?
 */
export function withInstanceHeaders(response: HttpResponse, result: SettingsResult): HttpResponse {
  const { logo, licence } = validSettings(result)?.instance ?? {};
  const { Link: links, 'Content-Security-Policy': policy } = response.headers ?? {};
  return withHeaders(response, {
    ...(licence === undefined || response.status !== 200
      ? {}
      : {
          Link: [...(links === undefined ? [] : [links]), `<${licence}>; rel="license"`].join(', '),
        }),
    ...(logo === undefined || policy === undefined || !isPage(response)
      ? {}
      : { 'Content-Security-Policy': withImageHost(policy, new URL(logo).origin) }),
  });
}

const isPage = ({ contentType }: HttpResponse): boolean =>
  contentType?.startsWith('text/html') === true;
