import { pluralize } from '../../../text.ts';
import { importWarning, listExamples, type FileProblem } from '../../import-problems.ts';
import { sourceName } from '../accounts/source-name.ts';
import { editorGroupName } from './http-writers.ts';
import type { Principal } from './service-rule.ts';
import { absentGuestId, type ResourceRows, type ResourceRules } from './resource-rules.ts';
import { allRights, readRight, type GrantedRights } from './right-sets.ts';

type Grants = ReadonlyMap<Principal, GrantedRights>;

/** One more than `listExamples` shows, which then ends with an ellipsis. */
const maxExamples = 4;

/** Why rights on a resource instance differ from those in the source. */
type Reason = 'not_editor' | 'not_visible' | 'guest_closed' | 'guest_row';

const reasons: Readonly<Record<Reason, string>> = {
  not_editor: `the source refuses to write tiles for whoever is not in the group ${editorGroupName}`,
  not_visible: 'in this service, nobody may change or delete what they may not see',
  guest_closed:
    'the group Guest has no rights yet, so its members have none from it. Import with --open-guest to copy its rights',
  guest_row:
    'in this service, callers without a token have the rights of the group Guest. In the source they have fewer rights than the group',
};

/** Collects differences of rights on resource instances while their grants are planned. */
export class ResourceDifferences {
  readonly #rules: ResourceRules;
  readonly #fewerRights = new Map<Reason, { count: number; readonly examples: string[] }>();
  readonly #readByGuest: string[] = [];

  constructor(rules: ResourceRules) {
    this.#rules = rules;
  }

  add(id: string, resource: ResourceRows, grants: Grants): void {
    const { rows } = resource;
    if (this.#hasRefusedWrites(resource, grants)) this.#addFewerRights('not_editor', id);
    const { guestId = absentGuestId } = this.#rules.principals;
    const guestGrant = grants.get(`group ${guestId}`);
    const guestRow = rows.groups.get(guestId);
    for (const [, { rights }] of grants) {
      if (rights.size > 0 && !rights.has('read')) {
        this.#addFewerRights('not_visible', id);
        break;
      }
    }
    if (guestRow !== undefined && !guestRow.isClosed && guestGrant !== undefined) {
      const hasFewerRights = !guestRow.rights.intersection(readRight).isSubsetOf(guestGrant.rights);
      if (hasFewerRights)
        this.#addFewerRights(this.#rules.opensGuest ? 'guest_row' : 'guest_closed', id);
    } else if (
      guestRow === undefined &&
      guestGrant !== undefined &&
      this.#rules.framework === 'default-allow'
    )
      this.#addFewerRights('guest_row', id);
    if (this.#rules.framework === 'default-deny' && guestGrant?.rights.has('read') === true)
      this.#readByGuest.push(id);
  }

  makeWarnings(): readonly FileProblem[] {
    const fewerWarnings = [...this.#fewerRights].map(([reason, { count, examples }]) => {
      const message = `Some accounts have fewer rights on ${pluralize(count, 'resource instance')} (${listExamples(examples)}) than in the source: ${reasons[reason]}.`;
      return { ...importWarning(`less_${reason}`, message), file: sourceName };
    });
    const moreWarnings = this.#readByGuest.map((id) => {
      const message = `In this service, every account may see the resource instance ${id}, because Guest may see it. In the source, only accounts with a grant may see it.`;
      return { ...importWarning('more_guest_reads', message, { record: id }), file: sourceName };
    });
    return [...fewerWarnings, ...moreWarnings];
  }

  /** Whether a row gives a right to write that its grant lacks because the source refuses such writes. */
  #hasRefusedWrites({ rows, principalUser }: ResourceRows, grants: Grants): boolean {
    const { principals, usersById, httpWriters, framework } = this.#rules;
    const givesMore = (principal: Principal, rights: GrantedRights['rights']): boolean =>
      grants.get(principal)?.rights.isSupersetOf(rights.difference(readRight)) === false;
    const owner = principalUser === null ? undefined : usersById.get(principalUser);
    return (
      [...rows.accounts].some(
        ([account, row]) => !row.isClosed && givesMore(`account ${account}`, row.rights),
      ) ||
      [...rows.groups].some(
        ([group, row]) =>
          group !== principals.guestId && !row.isClosed && givesMore(`group ${group}`, row.rights),
      ) ||
      (framework === 'default-deny' &&
        owner !== undefined &&
        !httpWriters.isWriter(owner) &&
        givesMore(`account ${owner.id}`, allRights))
    );
  }

  #addFewerRights(reason: Reason, id: string): void {
    const resources = this.#fewerRights.get(reason) ?? { count: 0, examples: [] };
    resources.count += 1;
    if (resources.examples.length < maxExamples) resources.examples.push(id);
    this.#fewerRights.set(reason, resources);
  }
}
