import type {
  AccessFacts,
  CallerFacts,
  NodegroupFacts,
  NodegroupRightName,
  NodegroupRule,
  GrantHolder,
  ResourceFacts,
  ResourceRightName,
  ResourceRule,
} from './access-facts.ts';

/** Writes out the holder of a grant for a sentence: `the account` or `group NAME`. */
export function formatGrantHolder(holder: GrantHolder | undefined): string {
  return holder === null ? 'the account' : `group ${holder}`;
}

/** Finds the source of a caller's administrator right: a group, or the account itself (null); undefined if there is none. */
export function findAdministratorHolder(caller: CallerFacts): GrantHolder | undefined {
  if (caller.isAnonymous) return undefined;
  if (caller.isAdministrator) return null;
  return caller.groups.find(({ isAdministrator }) => isAdministrator)?.name;
}

/** Returns `yes` or `no`, with the rule that decided about a right on a nodegroup. */
export function explainNodegroupRight(
  facts: AccessFacts,
  nodegroup: NodegroupFacts,
  right: NodegroupRightName,
): string {
  const { rule, allows } = nodegroup.decisions[right];
  return `${allows ? 'yes' : 'no'}, ${describeNodegroupRule(rule, facts, nodegroup, right)}`;
}

/** Returns `yes` or `no`, with the rule that decided about a right on a resource instance. */
export function explainResourceRight(
  facts: AccessFacts,
  resource: ResourceFacts,
  right: ResourceRightName,
): string {
  const { rule, allows } = resource.decisions[right];
  return `${allows ? 'yes' : 'no'}, ${describeResourceRule(rule, facts, resource, right)}`;
}

function describeNodegroupRule(
  rule: NodegroupRule,
  { caller, nodegroups }: AccessFacts,
  nodegroup: NodegroupFacts,
  right: NodegroupRightName,
): string {
  const groupsWithDefaultRight = caller.groups
    .filter(({ rights }) => rights[right])
    .map(({ name }) => name);
  switch (rule) {
    case 'no access': {
      const closingNodegroup = nodegroups.find(({ id }) => id === nodegroup.closedBy);
      const location =
        closingNodegroup?.id === nodegroup.id ? 'here' : `on ${closingNodegroup?.name} above`;
      const grant = closingNodegroup?.grants.find(({ noAccess }) => noAccess);
      return `${formatGrantHolder(grant?.group)} has no_access ${location}`;
    }
    case 'grant':
      return `${formatGrantHolder(nodegroup.grants.find(({ rights }) => rights[right])?.group)} has a grant here`;
    case 'default': {
      const hasGrantHere = (name: string) => nodegroup.grants.some(({ group }) => group === name);
      return `by default of group ${groupsWithDefaultRight.find((name) => !hasGrantHere(name))}`;
    }
    case 'guest':
      return 'Guest may read it';
    case 'closed':
      return groupsWithDefaultRight.length === 0
        ? 'closed: no grant and no default gives it'
        : `closed: a grant here replaces the default of ${groupsWithDefaultRight.map(formatGrantHolder).join(', ')}`;
    default:
      return describeGeneralRule(rule, caller);
  }
}

/** For each right on resource instances, the right on nodegroups that gives it. */
const nodegroupRightsByResourceRight = {
  view: 'read',
  change: 'write',
  delete: 'delete',
} as const;

/** The adjective for a nodegroup on which a caller has a right. */
const rightAdjectives = { read: 'readable', write: 'writable', delete: 'deletable' } as const;

function describeResourceRule(
  rule: ResourceRule,
  { caller, nodegroups }: AccessFacts,
  { grants }: ResourceFacts,
  right: ResourceRightName,
): string {
  const accountGrants = grants.filter(({ group }) => group === null);
  const effectiveGrants = accountGrants.length > 0 ? accountGrants : grants;
  const nodegroupRight = nodegroupRightsByResourceRight[right];
  switch (rule) {
    case 'no access to resource':
      return `${formatGrantHolder(effectiveGrants.find(({ noAccess }) => noAccess)?.group)} has no_access to the resource instance`;
    case 'resource grant':
      return `${formatGrantHolder(effectiveGrants.find(({ rights }) => rights[right])?.group)} has a grant on the resource instance`;
    case 'right not granted':
      return accountGrants.length > 0
        ? 'the account has a grant on the resource instance, which does not give this right'
        : 'its groups have grants on the resource instance, but none gives this right';
    case 'guest':
      return 'Guest may see it';
    case 'nodegroup of its graph': {
      const grantingNodegroup = nodegroups.find(
        ({ isOfGraph, decisions }) =>
          isOfGraph &&
          decisions[nodegroupRight].allows &&
          decisions[nodegroupRight].rule !== 'guest',
      );
      return `nodegroup ${grantingNodegroup?.name} is ${rightAdjectives[nodegroupRight]}${right === 'delete' ? ', and so are all nodegroups of its tiles' : ''}`;
    }
    case 'no nodegroup of its graph': {
      const isGivenToGuest = nodegroups.some(
        ({ isOfGraph, decisions }) => isOfGraph && decisions[nodegroupRight].rule === 'guest',
      );
      return `no nodegroup of its graph is ${rightAdjectives[nodegroupRight]}${isGivenToGuest ? ' by own rights' : ''}`;
    }
    case 'tiles that stay': {
      const undeletableNodegroup = nodegroups.find(
        ({ hasTiles, decisions }) => hasTiles && !decisions.delete.allows,
      );
      return `it has tiles of nodegroup ${undeletableNodegroup?.name}, which is not deletable`;
    }
    case 'life-cycle state':
      return 'the state of the resource instance forbids it, and the caller is not exempt from states';
    case 'not visible':
      return 'it is not visible to the caller';
    case 'anonymous':
      return 'nobody changes or deletes without a token';
    default:
      return describeGeneralRule(rule, caller);
  }
}

function describeGeneralRule(
  rule: 'deactivated' | 'administrator' | 'system settings',
  caller: CallerFacts,
): string {
  switch (rule) {
    case 'deactivated':
      return 'the account is deactivated';
    case 'administrator': {
      const holder = findAdministratorHolder(caller);
      return holder === null
        ? 'the account is an administrator'
        : `members of group ${holder} are administrators`;
    }
    default:
      return 'the system settings are for administrators only';
  }
}
