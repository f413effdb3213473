import type { NodegroupDecision, Principal, ResourceDecision } from './decide.ts';

/** An account or group, as sentences name it. */
export function principalName(principal: Principal): string {
  return principal === null ? 'the account' : `group ${principal}`;
}

/** `yes` or `no` with the rule that decided about a right on a nodegroup. */
export function nodegroupAnswer(decision: NodegroupDecision, nodegroupId: string): string {
  return `${decision.allows ? 'yes' : 'no'}, ${nodegroupReason(decision, nodegroupId)}`;
}

/** `yes` or `no` with the rule that decided about a right on a resource instance. */
export function resourceAnswer(decision: ResourceDecision): string {
  return `${decision.allows ? 'yes' : 'no'}, ${resourceReason(decision)}`;
}

function nodegroupReason(decision: NodegroupDecision, nodegroupId: string): string {
  switch (decision.rule) {
    case 'no access': {
      const where = decision.on.id === nodegroupId ? 'here' : `on ${decision.on.name} above`;
      return `${principalName(decision.of)} has no_access ${where}`;
    }
    case 'grant':
      return `${principalName(decision.of)} has a grant here`;
    case 'default':
      return `by default of group ${decision.of}`;
    case 'closed':
      return closedReason(decision.replaced);
    default:
      return generalReason(decision);
  }
}

/** A nodegroup of which one has a right. */
const withRight = { read: 'readable', write: 'writable', delete: 'deletable' } as const;

function resourceReason(decision: ResourceDecision): string {
  switch (decision.rule) {
    case 'no access to resource':
      return `${principalName(decision.of)} has no_access to the resource instance`;
    case 'resource grant':
      return `${principalName(decision.of)} has a grant on the resource instance`;
    case 'right not granted':
      return decision.of === 'account'
        ? 'the account has a grant on the resource instance, which does not name it'
        : 'its groups have grants on the resource instance, none of which names it';
    case 'nodegroup of its graph':
      return `nodegroup ${decision.on.name} is ${withRight[decision.right]}${decision.right === 'delete' ? ', and so are all of which it has tiles' : ''}`;
    case 'no nodegroup of its graph':
      return `no nodegroup of its graph is ${withRight[decision.right]}`;
    case 'tiles that stay':
      return `it has tiles of nodegroup ${decision.on.name}, which is not deletable`;
    case 'not visible':
      return 'it is not visible to the caller';
    case 'anonymous':
      return 'nobody changes or deletes without a token';
    default:
      return generalReason(decision);
  }
}

type GeneralDecision = Extract<
  NodegroupDecision,
  { rule: 'deactivated' | 'administrator' | 'system settings' }
>;

function generalReason(decision: GeneralDecision): string {
  switch (decision.rule) {
    case 'deactivated':
      return 'the account is deactivated';
    case 'administrator':
      return decision.by === null
        ? 'the account is an administrator'
        : `members of group ${decision.by} are administrators`;
    default:
      return 'the system settings are for administrators only';
  }
}

function closedReason(replaced: readonly string[]): string {
  const [first] = replaced;
  if (first === undefined) return 'closed: no grant and no default gives it';
  return `closed: a grant here stands in place of the default of ${replaced.map(principalName).join(', ')}`;
}
