import {
  findApplicationProblems,
  clientTypes,
  grantTypes,
  type ApplicationDetails,
} from '../../../../../lib/model/accounts/application.ts';
import type { SourceRow } from '../source.ts';

/** An application of the source that can be registered in this service, or the reason why it cannot. */
export type SourceApplication =
  | {
      readonly kind: 'application';
      /** The id in this service of the account that it belongs to. */
      readonly owner: number;
      readonly clientId: string;
      /** null for a public application. */
      readonly secret: string | null;
      readonly details: ApplicationDetails;
      /** Whether the service serves its grant type. */
      readonly getsTokens: boolean;
    }
  | { readonly kind: 'refused'; readonly reason: string };

/** The minimum length of secrets. They are stored as a fast hash, which does not protect shorter ones. */
const minSecretLength = 32;

/** Reads an application. @param accounts the ids of accounts in this service, by their ids in the source */
export function readSourceApplication(
  row: SourceRow,
  accounts: ReadonlyMap<number, number>,
): SourceApplication {
  const refuse = (reason: string): SourceApplication => ({ kind: 'refused', reason });
  const owner = accounts.get(Number(row['user_id'] ?? Number.NaN));
  if (owner === undefined)
    return refuse('Its owner was not imported. Use hds application create to register it anew.');
  const clientType = clientTypes.find((type) => type === row['client_type']);
  const grantType = grantTypes.find((type) => type === row['authorization_grant_type']);
  if (clientType === undefined || grantType === undefined)
    return refuse(
      `Its grant type ${row['authorization_grant_type']} or client type ${row['client_type']} is not supported. Use hds application create to register it with another.`,
    );
  const details = {
    name: row['name'] || `Application ${row['client_id']}`,
    clientType,
    grantType,
    redirectUris: (row['redirect_uris'] ?? '').split(/\s+/).filter((uri) => uri !== ''),
  };
  const problems = findApplicationProblems(details);
  if (problems.length > 0) return refuse(problems.map(({ message }) => message).join(' '));
  if (clientType === 'confidential' && grantType === 'password')
    return refuse(
      'A confidential application cannot get tokens with the password grant. Make it public in the source, or use hds application create --client-type public to register it anew.',
    );
  const clientId = row['client_id'] ?? '';
  const getsTokens = grantType !== 'authorization-code';
  if (clientType === 'public')
    return { kind: 'application', owner, clientId, secret: null, details, getsTokens };
  const secret = row['client_secret'] ?? '';
  if (/^\w+\$/.test(secret))
    return refuse(
      'Its secret is stored as a hash that is not supported. Use hds application create to register it anew, with a new secret.',
    );
  if (secret.length < minSecretLength)
    return refuse(
      `Its secret has less than ${minSecretLength} characters. Use hds application create to register it anew, with a new secret.`,
    );
  return { kind: 'application', owner, clientId, secret, details, getsTokens };
}
