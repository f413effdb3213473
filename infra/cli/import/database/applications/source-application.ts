import { parseStoredHash } from '../../../../../lib/identity/passwords/stored-hash.ts';
import { hashRandomSecret, minSecretLength } from '../../../../../lib/identity/random-secrets.ts';
import {
  findApplicationProblems,
  findTokenObstacle,
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
      /** The hash of its secret to store; null for a public application. */
      readonly secretHash: string | null;
      readonly details: ApplicationDetails;
    }
  | { readonly kind: 'refused'; readonly reason: string };

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
  if (findTokenObstacle(details) === 'confidential with password')
    return refuse(
      'A confidential application cannot get tokens with the password grant. Make it public in the source, or use hds application create --client-type public to register it anew.',
    );
  const clientId = row['client_id'] ?? '';
  if (clientType === 'public')
    return { kind: 'application', owner, clientId, secretHash: null, details };
  const secret = row['client_secret'] ?? '';
  if (parseStoredHash(secret).kind === 'hash')
    return { kind: 'application', owner, clientId, secretHash: secret, details };
  if (/^\w+\$/.test(secret))
    return refuse(
      'Its secret is stored as a hash that is not supported, damaged or too costly. Use hds application create to register it anew, with a new secret.',
    );
  if (secret.length < minSecretLength)
    return refuse(
      `Its secret has less than ${minSecretLength} characters. Use hds application create to register it anew, with a new secret.`,
    );
  return {
    kind: 'application',
    owner,
    clientId,
    secretHash: hashRandomSecret(secret),
    details,
  };
}
