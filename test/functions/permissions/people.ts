import { runQuery } from '../../../lib/data-api/query.ts';
import { createGroup } from '../../../infra/queries/groups.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  postForm,
  fetchTokens,
} from '../../support/accounts.ts';
import type { TestService } from '../../support/service.ts';
import { groupNames, idOf, roles, type GroupName, type People, type Role } from './rights.ts';
import type { Voice } from './walk.ts';
import type { World } from './world.ts';

/** Those who ask in every world: what they may do is another matter in each. */
export type Callers = {
  readonly people: People;
  readonly tokens: ReadonlyMap<Role, Voice['token']>;
  /** A token of the volunteer that was revoked. */
  readonly revoked: Voice['token'];
};

/** The groups that every instance begins with, and two more. */
async function makeGroups(service: TestService): Promise<ReadonlyMap<GroupName, number>> {
  const groups = new Map<GroupName, number>([
    ['Guest', 1],
    ['Resource Reviewer', 3],
    ['System Administrator', 7],
  ]);
  for (const name of groupNames.filter((one) => !groups.has(one))) {
    const id = await runQuery(service.stack.data.write, createGroup(name));
    if (id !== undefined) groups.set(name, id);
  }
  return groups;
}

/** Makes the groups and accounts of every world, and signs the accounts in. */
export async function openCallers(service: TestService): Promise<Callers> {
  const groups = await makeGroups(service);
  const accounts = new Map<Role, number>();
  for (const role of roles) accounts.set(role, await createTestAccount(service, role));
  const { clientId } = await createTestApplication(service, idOf(accounts, 'administrator'));
  const tokens = new Map<Role, Voice['token']>();
  for (const role of roles) {
    tokens.set(role, bearerHeader((await fetchTokens(service, role, clientId)).access_token));
  }
  const { access_token: token } = await fetchTokens(service, 'volunteer', clientId);
  const { status } = await postForm(service, '/o/revoke_token', { token, client_id: clientId });
  if (status !== 200) throw new Error(`Revoking the token of the volunteer answered ${status}.`);
  return { people: { accounts, groups }, tokens, revoked: bearerHeader(token) };
}

/** Who asks in a world: those whose token holds, the anonymous caller among them, and those whose token does not. */
export function voicesIn(
  { accounts }: World,
  { people, tokens, revoked }: Callers,
): { readonly good: readonly Voice[]; readonly bad: readonly Voice[] } {
  const voices = [...tokens].flatMap(([name, token]) =>
    accounts
      .filter(({ id }) => id === idOf(people.accounts, name))
      .map((caller) => ({ name, caller, token })),
  );
  const volunteers = voices.filter(({ name }) => name === 'volunteer');
  return {
    good: [
      { name: 'anonymous', caller: null, token: {} },
      ...voices.filter(({ caller }) => caller.isActive),
    ],
    bad: [
      ...voices.filter(({ caller }) => !caller.isActive),
      ...volunteers.map((voice) => ({ ...voice, name: 'revoked volunteer', token: revoked })),
    ],
  };
}
