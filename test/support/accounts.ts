import * as z from 'zod';

import { newClientId, newSecret, hashRandomSecret } from '../../lib/identity/random-secrets.ts';
import { hashPassword } from '../../lib/identity/passwords/hash.ts';
import type { ClientType, GrantType } from '../../lib/model/accounts/application.ts';
import { boolean, int, sql, text, textArray } from '../../lib/data-api/sql.ts';
import { registerApplication } from '../../lib/queries/applications/applications.ts';
import { plantSecrets } from '../gateway/planted-secrets.ts';
import type { TestService } from './service.ts';

/** The password of every test account. */
export const testPassword = 'correct horse battery staple';

const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  scope: z.string(),
});
const idRowSchema = z.tuple([z.coerce.number()]);

// Hashing is slow on purpose, so all accounts share one hash of the same password.
let sharedHash: Promise<string> | undefined;

export type TestAccountOptions = {
  readonly groups?: readonly string[];
  readonly isAdministrator?: boolean;
  readonly email?: string;
  /** By default the hash of `testPassword`. */
  readonly passwordHash?: string;
};

/** The part of a service that is needed to create accounts. */
type AccountService = { readonly stack: Pick<TestService['stack'], 'dataApi'> };

/** Creates an account. @returns its id */
export async function createTestAccount(
  service: AccountService,
  username: string,
  { groups = [], isAdministrator = false, email = '', passwordHash }: TestAccountOptions = {},
): Promise<number> {
  sharedHash ??= hashPassword(testPassword);
  const passwordHashToStore = passwordHash ?? (await sharedHash);
  plantSecrets([passwordHashToStore]);
  const [row] = await service.stack.dataApi.write(sql`with created as (
  insert into account (username, email, is_administrator, password_hash)
  values (${text(username)}, ${text(email)}, ${boolean(isAdministrator)}, ${text(passwordHashToStore)})
  returning account_id
),
member as (
  insert into group_member (account_id, account_group_id)
  select c.account_id, g.account_group_id
  from created c
  join account_group g on g.name = any (${textArray(groups)})
)
select c.account_id
from created c`);
  return idRowSchema.parse(row)[0];
}

export type TestApplication = {
  readonly clientId: string;
  /** Empty for a public application. */
  readonly secret: string;
};

export async function createTestApplication(
  service: AccountService,
  owner: number,
  clientType: ClientType = 'public',
  grantType: GrantType = 'password',
): Promise<TestApplication> {
  const clientId = newClientId();
  const secret = clientType === 'confidential' ? newSecret() : '';
  const details = { name: 'A test', clientType, grantType, redirectUris: [] };
  const hash = secret === '' ? null : hashRandomSecret(secret);
  if (hash !== null) plantSecrets([hash]);
  await service.stack.dataApi.write(registerApplication(owner, clientId, hash, details));
  return { clientId, secret };
}

/** Sends an application/x-www-form-urlencoded form. */
export async function postForm(
  service: Pick<TestService, 'fetch'>,
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const body = new URLSearchParams(fields).toString();
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  return service.fetch(path, { method: 'POST', body, headers: { ...type, ...headers } });
}

/**
 * Signs an account in with the password grant.
 * @throws Error if the status is not 200
 */
export async function fetchTokens(
  service: Pick<TestService, 'fetch'>,
  username: string,
  clientId: string,
  fields: Readonly<Record<string, string>> = {},
): Promise<z.output<typeof tokensSchema>> {
  const response = await postForm(service, '/o/token', {
    grant_type: 'password',
    username,
    password: testPassword,
    client_id: clientId,
    ...fields,
  });
  if (response.status !== 200) {
    throw new Error(`${username} got ${response.status}: ${await response.text()}`);
  }
  return tokensSchema.parse(await response.json());
}

export function bearerHeader(token: string): Readonly<Record<string, string>> {
  return { authorization: `Bearer ${token}` };
}

export async function deactivateTestAccount(
  service: AccountService,
  account: number,
): Promise<void> {
  await service.stack.dataApi.write(sql`update account
set is_active = false
where account_id = ${int(account)}`);
}

/** Reads the challenge (WWW-Authenticate) of a 401 or 403 response, whose header API Gateway renames. */
export function readChallenge(response: Response): string | null {
  return response.headers.get('x-amzn-remapped-www-authenticate');
}
