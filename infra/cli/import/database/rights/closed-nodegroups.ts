import type { Caller } from './callers.ts';
import type { NodegroupSummary } from './nodegroup-facts.ts';
import { listPrincipals, type Principal } from './service-rule.ts';
import type { ObjectRows } from './right-sets.ts';

/** The nodegroups that grants close in this service by denying all access. Unlike in the source, their descendants are closed with them. */
export class ClosedNodegroups {
  readonly #parents: ReadonlyMap<string, string | null>;
  readonly #closedTo = new Map<string, ReadonlySet<Principal>>();

  constructor(nodegroups: readonly NodegroupSummary[], rows: ReadonlyMap<string, ObjectRows>) {
    this.#parents = new Map(nodegroups.map(({ id, parentId }) => [id, parentId]));
    for (const [nodegroupId, { accounts, groups }] of rows) {
      const closed = new Set<Principal>([
        ...[...accounts].flatMap(([id, row]) => (row.isClosed ? [`account ${id}` as const] : [])),
        ...[...groups].flatMap(([id, row]) => (row.isClosed ? [`group ${id}` as const] : [])),
      ]);
      if (closed.size > 0) this.#closedTo.set(nodegroupId, closed);
    }
  }

  /** Returns the nodegroup that closes the given one to a caller: itself or the nearest ancestor; undefined if it is not closed. */
  findClosingNodegroup(caller: Caller, nodegroupId: string): string | undefined {
    const principals = listPrincipals(caller);
    let ancestor: string | null | undefined = nodegroupId;
    while (ancestor !== null && ancestor !== undefined) {
      const closed = this.#closedTo.get(ancestor);
      if (closed !== undefined && principals.some((principal) => closed.has(principal)))
        return ancestor;
      ancestor = this.#parents.get(ancestor);
    }
    return undefined;
  }
}
