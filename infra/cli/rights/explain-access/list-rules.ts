import type { AccessFacts, CallerFacts, NodegroupFacts, ResourceFacts } from './access-facts.ts';
import { findAdministratorHolder, formatGrantHolder } from './explain-right.ts';

/** A grant on a nodegroup or a resource instance. */
type Grant = {
  readonly group: string | null;
  readonly rights: Readonly<Record<string, boolean>>;
  readonly noAccess: boolean;
};

/** Returns the result of each rule for a nodegroup, in the order of precedence. */
export function listNodegroupRules(
  { caller, nodegroups }: AccessFacts,
  nodegroup: NodegroupFacts,
): readonly string[] {
  const denials = nodegroups.flatMap(({ name, grants }) =>
    grants
      .filter(({ noAccess }) => noAccess)
      .map(({ group }) => `${formatGrantHolder(group)} on ${name}`),
  );
  return [
    ...listGeneralRules(caller, nodegroup.isSystemSettings),
    `no_access, here or above: ${denials.join('; ') || 'none'}`,
    `grants here: ${formatGrants(nodegroup.grants)}`,
    `defaults of groups without a grant here: ${formatDefaults(caller, nodegroup.grants)}`,
    ...listGuestRule(caller, 'Guest may read it', nodegroup.isReadByGuest),
    'otherwise: closed',
  ];
}

/** Returns the result of each rule for a resource instance, in the order of precedence. */
export function listResourceRules(
  { caller }: AccessFacts,
  { isSystemSettings, isSeenByGuest, grants }: ResourceFacts,
): readonly string[] {
  return [
    ...listGeneralRules(caller, isSystemSettings),
    `grant to the account: ${formatGrants(grants.filter(({ group }) => group === null))}`,
    `grants to its groups: ${formatGrants(grants.filter(({ group }) => group !== null))}`,
    'otherwise: visible if a nodegroup of its graph is readable, can be changed if one is writable, can be deleted if one is deletable and so are all nodegroups of its tiles',
    ...listGuestRule(
      caller,
      'also visible, unless no_access above closes it: Guest may see it',
      isSeenByGuest,
    ),
  ];
}

function listGeneralRules(caller: CallerFacts, isSystemSettings: boolean): readonly string[] {
  const administratorHolder = findAdministratorHolder(caller);
  return [
    `deactivated: ${caller.isActive ? 'no' : 'yes'}`,
    `administrator: ${administratorHolder === undefined ? 'no' : `yes, ${formatGrantHolder(administratorHolder)}`}`,
    `system settings: ${isSystemSettings ? 'yes' : 'no'}`,
  ];
}

/** Returns the result of the rule about Guest, which only applies to accounts: the anonymous caller is Guest. */
function listGuestRule(
  { isAnonymous }: CallerFacts,
  rule: string,
  applies: boolean,
): readonly string[] {
  return isAnonymous ? [] : [`${rule}: ${applies ? 'yes' : 'no'}`];
}

function formatGrants(grants: readonly Grant[]): string {
  const texts = grants.map(
    ({ group, rights, noAccess }) =>
      `${formatGrantHolder(group)} ${noAccess ? 'no_access' : formatRights(rights)}`,
  );
  return texts.join('; ') || 'none';
}

function formatDefaults({ groups }: CallerFacts, grants: readonly Grant[]): string {
  const texts = groups
    .filter(({ name }) => !grants.some(({ group }) => group === name))
    .map(({ name, rights }) => `${formatGrantHolder(name)} ${formatRights(rights)}`);
  return texts.join('; ') || 'none';
}

function formatRights(rights: Readonly<Record<string, boolean>>): string {
  const rightNames = Object.keys(rights).filter((right) => rights[right] === true);
  return rightNames.join(', ') || 'nothing';
}
