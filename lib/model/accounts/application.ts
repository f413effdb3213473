/** Whether an application can keep a secret (RFC 6749, section 2.1). */
export const clientTypes = ['public', 'confidential'] as const;
export type ClientType = (typeof clientTypes)[number];

/**
 * How an application gets its tokens. An `authorization-code` application can be registered, but gets no token
 * until the service supports PKCE.
 */
export const grantTypes = ['password', 'client-credentials', 'authorization-code'] as const;
export type GrantType = (typeof grantTypes)[number];

export type Application = {
  readonly applicationId: string;
  readonly clientId: string;
  readonly name: string;
  readonly clientType: ClientType;
  readonly grantType: GrantType;
  readonly redirectUris: readonly string[];
  /** The username of the account that an application with client credentials acts as. */
  readonly actsAs: string | null;
  readonly owner: string;
  /** ISO 8601. */
  readonly createdAt: string;
};

/** The fields that a registration or an update can set. */
export type ApplicationDetails = {
  readonly name: string;
  readonly clientType: ClientType;
  readonly grantType: GrantType;
  readonly redirectUris: readonly string[];
};

/** Why an application gets no tokens: the service does not serve its grant type, or the specification refuses it (POST /o/token). */
export type TokenObstacle = 'unserved grant' | 'confidential with password';

/**
 * Returns why an application gets no tokens; undefined if it gets some.
 * @rule Sign-in and tokens: Which applications get no tokens?
 */
export function findTokenObstacle({
  clientType,
  grantType,
}: Pick<ApplicationDetails, 'clientType' | 'grantType'>): TokenObstacle | undefined {
  if (grantType === 'authorization-code') return 'unserved grant';
  return grantType === 'password' && clientType === 'confidential'
    ? 'confidential with password'
    : undefined;
}

export type ApplicationProblem = {
  readonly field: keyof ApplicationDetails;
  /** For operators, in English. */
  readonly message: string;
} & (
  | { readonly code: 'no-name' | 'long-name' | 'public-with-secret' | 'no-redirect-uri' }
  | { readonly code: 'refused-redirect-uri'; readonly uri: string }
);

/**
 * Validates the details of an application.
 * @rule Sign-in and tokens: What may the fields of an application be?
 * @returns all problems; empty if the details can be stored
 */
export function findApplicationProblems(
  details: ApplicationDetails,
): readonly ApplicationProblem[] {
  const { name, clientType, grantType, redirectUris } = details;
  const problems: ApplicationProblem[] = [];
  if (name.trim() === '') {
    problems.push({ field: 'name', code: 'no-name', message: 'Give the application a name.' });
  }
  if (name.length > 255) {
    problems.push({
      field: 'name',
      code: 'long-name',
      message: 'Give a name of at most 255 characters.',
    });
  }
  if (grantType === 'client-credentials' && clientType === 'public') {
    problems.push({
      field: 'clientType',
      code: 'public-with-secret',
      message:
        'Client credentials are for confidential applications, which can keep a secret: choose that client type.',
    });
  }
  if (grantType === 'authorization-code' && redirectUris.length === 0) {
    problems.push({
      field: 'redirectUris',
      code: 'no-redirect-uri',
      message: 'An application with authorization code needs a redirect URI: give at least one.',
    });
  }
  for (const uri of redirectUris.filter((uri) => !isAllowedRedirectUri(uri))) {
    problems.push({
      field: 'redirectUris',
      code: 'refused-redirect-uri',
      uri,
      message: `${uri} cannot be used: give an absolute URI without a fragment, with https, with http on this machine, or with a scheme of the application such as org.example.app:/signed-in.`,
    });
  }
  return problems;
}

/**
 * Whether a redirect URI can be registered. A loopback URI is allowed to use http, and a native application has its own scheme (RFC 6749,
 * section 3.1.2; RFC 8252, section 7).
 */
function isAllowedRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#') || /[\s\0]/.test(text)) return false;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return protocol.includes('.');
}
