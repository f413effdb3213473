import type {
  AccessFacts,
  CallerFacts,
  NodegroupFacts,
  NodegroupRight,
  ResourceFacts,
  ResourceRight,
} from './facts.ts';

/** A group by its name; null for the account itself. */
export type Principal = string | null;

/** Rules that decide before any grant does. */
export type GeneralRule =
  | { readonly rule: 'deactivated'; readonly allows: false }
  | { readonly rule: 'administrator'; readonly allows: true; readonly by: Principal }
  | { readonly rule: 'system settings'; readonly allows: false };

/** The rule that decided about a right on a nodegroup. */
export type NodegroupDecision =
  | GeneralRule
  | {
      readonly rule: 'no access';
      readonly allows: false;
      readonly of: Principal;
      readonly on: NodegroupFacts;
    }
  | { readonly rule: 'grant'; readonly allows: true; readonly of: Principal }
  | { readonly rule: 'default'; readonly allows: true; readonly of: string }
  | {
      readonly rule: 'closed';
      readonly allows: false;
      /** Groups whose default would allow it, but has a grant in its place. */
      readonly replaced: readonly string[];
    };

/** The rule that decided about a right on a resource instance. */
export type ResourceDecision =
  | GeneralRule
  | { readonly rule: 'no access to resource'; readonly allows: false; readonly of: Principal }
  | { readonly rule: 'resource grant'; readonly allows: true; readonly of: Principal }
  | {
      readonly rule: 'right not granted';
      readonly allows: false;
      readonly of: 'account' | 'groups';
    }
  | {
      readonly rule: 'nodegroup of its graph';
      readonly allows: true;
      readonly right: NodegroupRight;
      readonly on: NodegroupFacts;
    }
  | {
      readonly rule: 'no nodegroup of its graph';
      readonly allows: false;
      readonly right: NodegroupRight;
    }
  | { readonly rule: 'tiles that stay'; readonly allows: false; readonly on: NodegroupFacts }
  | { readonly rule: 'not visible'; readonly allows: false }
  | { readonly rule: 'anonymous'; readonly allows: false };

/** What the service says is not what the rules give, as they are told here: a defect of one of them. */
export class AccessNotExplained extends Error {
  readonly code = 'access_not_explained';
}

/** The rule by which a caller may, or may not, do something with a nodegroup. */
export function decideNodegroup(
  { caller, nodegroups }: Pick<AccessFacts, 'caller' | 'nodegroups'>,
  nodegroup: NodegroupFacts,
  right: NodegroupRight,
): NodegroupDecision {
  const general = generalRule(caller, nodegroup);
  if (general !== null) return general;
  const closing = closingGrant(nodegroup, nodegroups);
  if (closing !== null) return closing;
  const granting = nodegroup.grants.find(({ rights }) => rights[right]);
  if (granting !== undefined) return { rule: 'grant', allows: true, of: granting.group };
  const byDefault = caller.groups.filter(({ rights }) => rights[right]).map(({ name }) => name);
  const counting = byDefault.find((name) => !nodegroup.grants.some(({ group }) => group === name));
  return counting === undefined
    ? { rule: 'closed', allows: false, replaced: byDefault }
    : { rule: 'default', allows: true, of: counting };
}

/** The rule by which a caller may, or may not, do something with a resource instance. */
export function decideResource(
  facts: AccessFacts,
  resource: ResourceFacts,
  right: ResourceRight,
): ResourceDecision {
  const general = generalRule(facts.caller, resource);
  if (general !== null) return general;
  if (right !== 'view') {
    if (facts.caller.isAnonymous) return { rule: 'anonymous', allows: false };
    if (!decideResource(facts, resource, 'view').allows)
      return { rule: 'not visible', allows: false };
  }
  return grantRule(resource, right) ?? nodegroupRule(facts, right);
}

/** What the grants of a resource instance say; null where none touches the caller. */
function grantRule(resource: ResourceFacts, right: ResourceRight): ResourceDecision | null {
  const own = resource.grants.filter(({ group }) => group === null);
  const counting = own.length > 0 ? own : resource.grants;
  const closing = counting.find(({ noAccess }) => noAccess);
  if (closing !== undefined) {
    return { rule: 'no access to resource', allows: false, of: closing.group };
  }
  const granting = counting.find(({ rights }) => rights[right]);
  if (granting !== undefined) return { rule: 'resource grant', allows: true, of: granting.group };
  if (counting.length > 0) {
    return { rule: 'right not granted', allows: false, of: own.length > 0 ? 'account' : 'groups' };
  }
  return null;
}

/** The right on nodegroups that stands for one on resource instances. */
const rightOnNodegroups = { view: 'read', change: 'write', delete: 'delete' } as const;

/** What the nodegroups say: one of the graph must give the right, and for deleting all of those with tiles. */
function nodegroupRule(facts: AccessFacts, resourceRight: ResourceRight): ResourceDecision {
  const right = rightOnNodegroups[resourceRight];
  const gives = (nodegroup: NodegroupFacts): boolean =>
    decideNodegroup(facts, nodegroup, right).allows;
  const found = facts.nodegroups.find((nodegroup) => nodegroup.isOfGraph && gives(nodegroup));
  if (found === undefined) return { rule: 'no nodegroup of its graph', allows: false, right };
  const staying =
    right === 'delete'
      ? facts.nodegroups.find((nodegroup) => nodegroup.hasTiles && !gives(nodegroup))
      : undefined;
  return staying === undefined
    ? { rule: 'nodegroup of its graph', allows: true, right, on: found }
    : { rule: 'tiles that stay', allows: false, on: staying };
}

/**
 * Holds a decision against what the service says.
 * @throws AccessNotExplained where they differ
 */
export function agreed<Decision extends { readonly allows: boolean }>(
  decision: Decision,
  verdict: boolean,
): Decision {
  if (decision.allows === verdict) return decision;
  throw new AccessNotExplained(
    `The service ${verdict ? 'allows' : 'refuses'} this, and the rules that are told here do not say why. Report it as a defect, with the grants that hds grant list shows.`,
  );
}

function generalRule(
  caller: CallerFacts,
  { isSystemSettings }: { readonly isSystemSettings: boolean },
): GeneralRule | null {
  if (!caller.isActive) return { rule: 'deactivated', allows: false };
  const by = administratorBy(caller);
  if (by !== undefined) return { rule: 'administrator', allows: true, by };
  return isSystemSettings ? { rule: 'system settings', allows: false } : null;
}

/** What makes a caller an administrator: the account itself or a group; undefined where nothing does. Nobody is one without a token. */
export function administratorBy(caller: CallerFacts): Principal | undefined {
  if (caller.isAnonymous) return undefined;
  if (caller.isAdministrator) return null;
  return caller.groups.find(({ isAdministrator }) => isAdministrator)?.name;
}

/** The grant of no access that closes a nodegroup: its own, or that of one above. */
function closingGrant(
  nodegroup: NodegroupFacts,
  nodegroups: readonly NodegroupFacts[],
): NodegroupDecision | null {
  const closing = nodegroup.grants.find(({ noAccess }) => noAccess);
  if (closing !== undefined) {
    return { rule: 'no access', allows: false, of: closing.group, on: nodegroup };
  }
  const above = nodegroups.find(({ id }) => id === nodegroup.parentId);
  return above === undefined ? null : closingGrant(above, nodegroups);
}
