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
  | { readonly rule: 'readable nodegroup'; readonly allows: true; readonly on: NodegroupFacts }
  | { readonly rule: 'no readable nodegroup'; readonly allows: false }
  /** Changing and deleting are left to the nodegroups where no grant of the resource instance decides. */
  | { readonly rule: 'by nodegroup'; readonly allows: null };

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
  if (right !== 'view') return { rule: 'by nodegroup', allows: null };
  const readable = facts.nodegroups.find(
    (nodegroup) => decideNodegroup(facts, nodegroup, 'read').allows,
  );
  return readable === undefined
    ? { rule: 'no readable nodegroup', allows: false }
    : { rule: 'readable nodegroup', allows: true, on: readable };
}

/** What the service says of a right on a resource instance; null where it is left to the nodegroups. */
export function resourceVerdict(
  { caller }: Pick<AccessFacts, 'caller'>,
  resource: ResourceFacts,
  right: ResourceRight,
): boolean | null {
  if (right === 'view') return resource.isVisible;
  if (caller.mayDoEverything) return true;
  if (!caller.isActive || resource.isSystemSettings) return false;
  return resource.decision?.[right] ?? null;
}

/**
 * Holds a decision against what the service says.
 * @throws AccessNotExplained where they differ
 */
export function agreed<Decision extends { readonly allows: boolean | null }>(
  decision: Decision,
  verdict: boolean | null,
): Decision {
  if (decision.allows === verdict) return decision;
  throw new AccessNotExplained(
    `The service ${verdict === true ? 'allows' : 'refuses'} this, and the rules that are told here do not say why. Report it as a defect, with the grants that hds grant list shows.`,
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
