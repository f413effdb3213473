import { toAddressKey } from '../../identity/throttle.ts';
import { hashRandomSecret } from '../../identity/random-secrets.ts';
import type { ClientCredentials } from '../../model/accounts/presented-client.ts';
import { InvalidClient, InvalidRequest } from '../../oauth/errors.ts';
import type { OAuthParameters } from '../../oauth/parameters.ts';

/**
 * Reads the credentials of an application (RFC 6749, section 2.3.1): from the scheme Basic, or from `client_id` and `client_secret` in
 * the body. Public applications leave the secret out or empty.
 * @param authorization the header of that name; an access token in it is ignored
 * @throws InvalidClient if the request names no application, or the header is malformed
 * @throws InvalidRequest if header and body name different applications, or both have a secret
 */
export function readPresentedClient(
  parameters: OAuthParameters,
  sourceAddress: string,
  authorization: string | undefined,
): ClientCredentials {
  const address = { addressKey: toAddressKey(sourceAddress) };
  const clientIdInBody = parameters.get('client_id');
  const secretInBody = parameters.get('client_secret');
  const basicCredentials = isBasic(authorization) ? readBasic(authorization) : undefined;
  if (basicCredentials !== undefined) {
    const { clientId, secret } = basicCredentials;
    if (secretInBody !== undefined || (clientIdInBody ?? clientId) !== clientId) {
      throw new InvalidRequest(
        'Name the application once: in the header Authorization, or in the body.',
      );
    }
    return { clientId, ...presentSecret(secret), ...address };
  }
  if (clientIdInBody === undefined) {
    throw new InvalidClient('Name the application: send its client_id in the body.');
  }
  return { clientId: clientIdInBody, ...presentSecret(secretInBody), ...address };
}

function presentSecret(secret = ''): Pick<ClientCredentials, 'secret' | 'secretHash'> {
  return secret === ''
    ? { secret: null, secretHash: null }
    : { secret, secretHash: hashRandomSecret(secret) };
}

function isBasic(authorization: string | undefined): authorization is string {
  return /^\s*Basic\b/i.test(authorization ?? '');
}

function readBasic(authorization: string) {
  const encoded = /^Basic +([A-Za-z0-9+/_=-]+)$/i.exec(authorization.trim())?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  const clientId = colon === -1 ? undefined : decodeFormValue(text.slice(0, colon));
  const secret = decodeFormValue(text.slice(colon + 1));
  if (clientId === undefined || clientId === '' || secret === undefined) {
    throw new InvalidClient(
      'The header Authorization must be Basic with client id and secret, encoded as in RFC 6749, section 2.3.1.',
    );
  }
  return { clientId, secret };
}

/** Client id and secret are form-encoded inside of Basic. @returns undefined if that is malformed or contains U+0000 */
function decodeFormValue(text: string): string | undefined {
  try {
    const decoded = decodeURIComponent(text.replaceAll('+', ' '));
    return decoded.includes('\0') ? undefined : decoded;
  } catch {
    return undefined;
  }
}
