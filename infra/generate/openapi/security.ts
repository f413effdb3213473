import { scopes } from '../../../lib/model/accounts/scope.ts';
import { mayServeGuest, scopeOfOperation, type Operation } from '../../../lib/http/operation.ts';

const scopeDescriptions: Readonly<Record<(typeof scopes)[number], string>> = {
  read: 'Read the data that the account may read.',
  write: 'Change the data that the account may change.',
};

/** Returns the security schemes of the API. @param baseUrl without a slash at the end */
export function createSecuritySchemes(baseUrl: string): Readonly<Record<string, unknown>> {
  const token = { tokenUrl: `${baseUrl}/o/token`, scopes: scopeDescriptions };
  return {
    oauth2: {
      type: 'oauth2',
      description: 'An access token from POST /o/token.',
      flows: {
        password: { ...token, refreshUrl: `${baseUrl}/o/token` },
        clientCredentials: token,
      },
    },
    bearer: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'A token from POST /o/token or POST /auth/get_token, in the header Authorization. Use X-Authorization if a proxy uses or removes Authorization.',
    },
    client: {
      type: 'http',
      scheme: 'basic',
      description: 'The client id and the secret of a confidential application.',
    },
    session: {
      type: 'apiKey',
      in: 'cookie',
      name: '__Host-heritage-session',
      description: 'The session of a browser, which begins with a sign-in.',
    },
  };
}

/** Lists the alternative security requirements of an operation; `{}` is the anonymous caller. */
export function listSecurityRequirements(
  operation: Operation,
): readonly Readonly<Record<string, readonly string[]>>[] {
  const { access, errorFormat } = operation;
  const withToken = [{ oauth2: [scopeOfOperation(operation)] }, { bearer: [] }];
  if (access === 'optional-session') return [];
  if (access === 'ignores-token') return errorFormat === 'oauth' ? [{ client: [] }, {}] : [];
  if (access === 'session') return [{ session: [] }, {}];
  return mayServeGuest(operation) ? [...withToken, {}] : withToken;
}
