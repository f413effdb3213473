import type { Caller } from './callers.ts';
import type { NodegroupPlace } from './nodegroup-facts.ts';
import { principalsOf, type Principal } from './our-rule.ts';
import type { ObjectRows } from './right-sets.ts';

/** The nodegroups that are closed here: a grant without access also closes the nodegroups below, which the source does not do. */
export class ClosedNodegroups {
  readonly #parents: ReadonlyMap<string, string | null>;
  readonly #closedTo = new Map<string, ReadonlySet<Principal>>();

  constructor(nodegroups: readonly NodegroupPlace[], rows: ReadonlyMap<string, ObjectRows>) {
    this.#parents = new Map(nodegroups.map(({ id, parentId }) => [id, parentId]));
    for (const [nodegroup, { accounts, groups }] of rows) {
      const closed = new Set<Principal>([
        ...[...accounts].flatMap(([id, row]) => (row.isClosed ? [`account ${id}` as const] : [])),
        ...[...groups].flatMap(([id, row]) => (row.isClosed ? [`group ${id}` as const] : [])),
      ]);
      if (closed.size > 0) this.#closedTo.set(nodegroup, closed);
    }
  }

  /** Returns the nodegroup that closes one to a caller: itself, or the nearest above; undefined if none does. */
  closedBy(caller: Caller, nodegroup: string): string | undefined {
    const principals = principalsOf(caller);
    let place: string | null | undefined = nodegroup;
    while (place !== null && place !== undefined) {
      const closed = this.#closedTo.get(place);
      if (closed !== undefined && principals.some((principal) => closed.has(principal)))
        return place;
      place = this.#parents.get(place);
    }
    return undefined;
  }
}
