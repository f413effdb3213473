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

/** Names the account or a group for a sentence. */
export function grantHolderName(principal: GrantHolder | undefined): string {
  return principal === null ? 'the account' : `group ${principal}`;
}

/** Finds the source of a caller's administrator right: a group, or the account itself (null); undefined if there is none. */
export function findAdministratorGrant(caller: CallerFacts): GrantHolder | undefined {
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
  return `${allows ? 'yes' : 'no'}, ${nodegroupReason(rule, facts, nodegroup, right)}`;
}

/** Returns `yes` or `no`, with the rule that decided about a right on a resource instance. */
export function explainResourceRight(
  facts: AccessFacts,
  resource: ResourceFacts,
  right: ResourceRightName,
): string {
  const { rule, allows } = resource.decisions[right];
  return `${allows ? 'yes' : 'no'}, ${resourceReason(rule, facts, resource, right)}`;
}

function nodegroupReason(
  rule: NodegroupRule,
  { caller, nodegroups }: AccessFacts,
  nodegroup: NodegroupFacts,
  right: NodegroupRightName,
): string {
  const byDefault = caller.groups.filter(({ rights }) => rights[right]).map(({ name }) => name);
  switch (rule) {
    case 'no access': {
      const closing = nodegroups.find(({ id }) => id === nodegroup.closedBy);
      const where = closing?.id === nodegroup.id ? 'here' : `on ${closing?.name} above`;
      const grant = closing?.grants.find(({ noAccess }) => noAccess);
      return `${grantHolderName(grant?.group)} has no_access ${where}`;
    }
    case 'grant':
      return `${grantHolderName(nodegroup.grants.find(({ rights }) => rights[right])?.group)} has a grant here`;
    case 'default': {
      const isReplaced = (name: string) => nodegroup.grants.some(({ group }) => group === name);
      return `by default of group ${byDefault.find((name) => !isReplaced(name))}`;
    }
    case 'guest':
      return 'Guest may read it';
    case 'closed':
      return byDefault.length === 0
        ? 'closed: no grant and no default gives it'
        : `closed: a grant here replaces the default of ${byDefault.map(grantHolderName).join(', ')}`;
    default:
      return generalReason(rule, caller);
  }
}

/** The right on nodegroups that gives a right on resource instances. */
const rightOnNodegroups = { view: 'read', change: 'write', delete: 'delete' } as const;

/** The adjective for a nodegroup on which a caller has a right. */
const withRight = { read: 'readable', write: 'writable', delete: 'deletable' } as const;

function resourceReason(
  rule: ResourceRule,
  { caller, nodegroups }: AccessFacts,
  { grants }: ResourceFacts,
  right: ResourceRightName,
): string {
  const own = grants.filter(({ group }) => group === null);
  const counting = own.length > 0 ? own : grants;
  const ofNodegroup = rightOnNodegroups[right];
  switch (rule) {
    case 'no access to resource':
      return `${grantHolderName(counting.find(({ noAccess }) => noAccess)?.group)} has no_access to the resource instance`;
    case 'resource grant':
      return `${grantHolderName(counting.find(({ rights }) => rights[right])?.group)} has a grant on the resource instance`;
    case 'right not granted':
      return own.length > 0
        ? 'the account has a grant on the resource instance, which does not give this right'
        : 'its groups have grants on the resource instance, but none gives this right';
    case 'guest':
      return 'Guest may see it';
    case 'nodegroup of its graph': {
      const giving = nodegroups.find(
        ({ isOfGraph, decisions }) =>
          isOfGraph && decisions[ofNodegroup].allows && decisions[ofNodegroup].rule !== 'guest',
      );
      return `nodegroup ${giving?.name} is ${withRight[ofNodegroup]}${right === 'delete' ? ', and so are all nodegroups of its tiles' : ''}`;
    }
    case 'no nodegroup of its graph': {
      const isGuests = nodegroups.some(
        ({ isOfGraph, decisions }) => isOfGraph && decisions[ofNodegroup].rule === 'guest',
      );
      return `no nodegroup of its graph is ${withRight[ofNodegroup]}${isGuests ? ' by own rights' : ''}`;
    }
    case 'tiles that stay': {
      const staying = nodegroups.find(
        ({ hasTiles, decisions }) => hasTiles && !decisions.delete.allows,
      );
      return `it has tiles of nodegroup ${staying?.name}, which is not deletable`;
    }
    case 'not visible':
      return 'it is not visible to the caller';
    case 'anonymous':
      return 'nobody changes or deletes without a token';
    default:
      return generalReason(rule, caller);
  }
}

function generalReason(
  rule: 'deactivated' | 'administrator' | 'system settings',
  caller: CallerFacts,
): string {
  switch (rule) {
    case 'deactivated':
      return 'the account is deactivated';
    case 'administrator': {
      const by = findAdministratorGrant(caller);
      return by === null
        ? 'the account is an administrator'
        : `members of group ${by} are administrators`;
    }
    default:
      return 'the system settings are for administrators only';
  }
}
