/** Whether an application can keep a secret (RFC 6749, section 2.1). */
export const clientTypes = ['public', 'confidential'] as const;
export type ClientType = (typeof clientTypes)[number];

/**
 * How an application gets its tokens: with the password of its user, or for itself. Authorization code comes with PKCE;
 * until then an application may be registered for it, and gets no token.
 */
export const grantTypes = ['password', 'client-credentials', 'authorization-code'] as const;
export type GrantType = (typeof grantTypes)[number];

/** An application as its owner sees it. */
export type Application = {
  readonly applicationId: string;
  readonly clientId: string;
  readonly name: string;
  readonly clientType: ClientType;
  readonly grantType: GrantType;
  readonly redirectUris: readonly string[];
  /** The username of the account as which an application with client credentials acts. */
  readonly actsAs: string | null;
  readonly owner: string;
  /** ISO 8601. */
  readonly createdAt: string;
};

/** What is said of an application when it is registered or changed. */
export type ApplicationDetails = {
  readonly name: string;
  readonly clientType: ClientType;
  readonly grantType: GrantType;
  readonly redirectUris: readonly string[];
};

/** One field of an application that cannot stay as it is. */
export type ApplicationProblem = {
  readonly field: keyof ApplicationDetails;
  readonly message: string;
};

/** Everything that is wrong with the details of an application; empty when they can be stored. */
export function applicationProblems(details: ApplicationDetails): readonly ApplicationProblem[] {
  const { name, clientType, grantType, redirectUris } = details;
  const problems: ApplicationProblem[] = [];
  if (name.trim() === '') problems.push({ field: 'name', message: 'Give the application a name.' });
  if (name.length > 255) {
    problems.push({ field: 'name', message: 'The name may have 255 characters.' });
  }
  if (grantType === 'client-credentials' && clientType === 'public') {
    problems.push({
      field: 'clientType',
      message: 'Client credentials are for confidential applications, which can keep a secret.',
    });
  }
  if (grantType === 'authorization-code' && redirectUris.length === 0) {
    problems.push({
      field: 'redirectUris',
      message: 'An application with authorization code needs a redirect URI.',
    });
  }
  for (const uri of redirectUris.filter((uri) => !isRedirectUri(uri))) {
    problems.push({
      field: 'redirectUris',
      message: `${uri} cannot be used: give an absolute URI without a fragment, with https, with http on this machine, or with a scheme of the application such as org.example.app:/signed-in.`,
    });
  }
  return problems;
}

/** RFC 6749, section 3.1.2, and RFC 8252, section 7: loopback may do without TLS, and native applications have schemes of their own. */
function isRedirectUri(text: string): boolean {
  if (!URL.canParse(text) || text.includes('#') || /[\s\0]/.test(text)) return false;
  const { protocol, hostname } = new URL(text);
  if (protocol === 'https:') return true;
  if (protocol === 'http:') return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
  return protocol.includes('.');
}
