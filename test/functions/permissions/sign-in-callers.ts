import { runQuery } from '../../../lib/data-api/query.ts';
import { int, sql, text } from '../../../lib/data-api/sql.ts';
import { sessionCookieName } from '../../../lib/http/request/session-challenge.ts';
import { hashRandomSecret, newSecret } from '../../../lib/identity/random-secrets.ts';
import { createGroup } from '../../../infra/cli/accounts/queries/groups.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  postForm,
  fetchTokens,
} from '../../support/accounts.ts';
import type { TestService } from '../../support/service.ts';
import {
  worldGroups,
  findPrincipalId,
  worldAccounts,
  type WorldGroup,
  type WorldPrincipals,
  type WorldAccount,
} from '../../support/world/draw-rights.ts';
import type { SignedInCaller } from './walk-requests.ts';
import type { World } from '../../support/world/world.ts';

/** The callers, who are the same in every world, but have other rights in each. */
export type SignedInCallers = {
  readonly principals: WorldPrincipals;
  readonly tokens: ReadonlyMap<WorldAccount, SignedInCaller['token']>;
  readonly sessions: ReadonlyMap<WorldAccount, SignedInCaller['session']>;
  /** A revoked token of the volunteer. */
  readonly revoked: SignedInCaller['token'];
};

/** Creates the groups of worlds that an instance does not have. Three groups exist, with fixed ids. */
async function createGroups(service: TestService): Promise<ReadonlyMap<WorldGroup, number>> {
  const groups = new Map<WorldGroup, number>([
    ['Guest', 1],
    ['Resource Reviewer', 3],
    ['System Administrator', 7],
  ]);
  for (const name of worldGroups.filter((one) => !groups.has(one))) {
    const id = await runQuery(service.stack.dataApi.write, createGroup(name));
    if (id !== undefined) groups.set(name, id);
  }
  return groups;
}

/** Creates the groups and accounts of every world, and signs the accounts in. */
export async function signInCallers(service: TestService): Promise<SignedInCallers> {
  const groups = await createGroups(service);
  const accounts = new Map<WorldAccount, number>();
  for (const name of worldAccounts) accounts.set(name, await createTestAccount(service, name));
  const { clientId } = await createTestApplication(
    service,
    findPrincipalId(accounts, 'administrator'),
  );
  const tokens = new Map<WorldAccount, SignedInCaller['token']>();
  for (const name of worldAccounts) {
    tokens.set(name, bearerHeader((await fetchTokens(service, name, clientId)).access_token));
  }
  const sessions = new Map<WorldAccount, SignedInCaller['session']>();
  for (const [name, accountId] of accounts) {
    sessions.set(name, await openSession(service, accountId));
  }
  const { access_token: token } = await fetchTokens(service, 'volunteer', clientId);
  const { status } = await postForm(service, '/o/revoke_token', { token, client_id: clientId });
  if (status !== 200) throw new Error(`Revoking the token of the volunteer answered ${status}.`);
  return { principals: { accounts, groups }, tokens, sessions, revoked: bearerHeader(token) };
}

/** Stores a session of an account, without its password. @returns the header with its cookie */
async function openSession(
  service: TestService,
  accountId: number,
): Promise<SignedInCaller['session']> {
  const secret = newSecret();
  await service.stack.owner
    .write(sql`insert into browser_session (session_hash, account_id, expires_at)
values (${text(hashRandomSecret(secret))}, ${int(accountId)}, now() + interval '1 day')`);
  return { cookie: `${sessionCookieName}=${secret}.${accountId}` };
}

/** The callers in a world, by whether their token is valid. The anonymous caller is in `valid`. */
export function callersIn(
  { rights }: World,
  { principals, tokens, sessions, revoked }: SignedInCallers,
): { readonly valid: readonly SignedInCaller[]; readonly invalid: readonly SignedInCaller[] } {
  const signedInCallers = [...tokens].map(([name, token]) => ({
    name,
    accountId: findPrincipalId(principals.accounts, name),
    token,
    session: sessions.get(name) ?? {},
  }));
  const isActive = ({ accountId }: SignedInCaller): boolean =>
    rights.account.some((row) => row.account_id === accountId && row.is_active);
  const volunteers = signedInCallers.filter(({ name }) => name === 'volunteer');
  return {
    valid: [
      { name: 'anonymous', accountId: null, token: {}, session: {} },
      ...signedInCallers.filter(isActive),
    ],
    invalid: [
      ...signedInCallers.filter((caller) => !isActive(caller)),
      ...volunteers.map((caller) => ({ ...caller, name: 'revoked volunteer', token: revoked })),
    ],
  };
}
