import { pluralize } from '../../../text.ts';
import { importWarning, listExamples, type FileProblem } from '../../import-problems.ts';
import { sourceName } from '../accounts/import-database-accounts.ts';
import type { Principal } from './our-rule.ts';
import { absentGuestId, type ResourceRows, type ResourceRules } from './resource-rules.ts';
import type { NamedRights } from './right-sets.ts';

type Grants = ReadonlyMap<Principal, NamedRights>;

/** One more than `listExamples` shows, which then ends with an ellipsis. */
const maxExamples = 4;

/** Why rights on a resource instance differ from those in the source. */
type Reason = 'not_visible' | 'guest_closed' | 'guest_row';

const sentences: Readonly<Record<Reason, string>> = {
  not_visible: 'here nobody may change or delete what he may not see',
  guest_closed: 'Guest is closed, also for its members: --open-guest gives it its rights',
  guest_row:
    'Guest stands for callers without a token here, whose rights in the source are less than those of the group',
};

/** Collects differences of rights on resource instances while their grants are planned. */
export class ResourceDifferences {
  readonly #rules: ResourceRules;
  readonly #less = new Map<Reason, { count: number; readonly examples: string[] }>();
  readonly #readByGuest: string[] = [];

  constructor(rules: ResourceRules) {
    this.#rules = rules;
  }

  add(id: string, { rows }: ResourceRows, grants: Grants): void {
    const { guestId = absentGuestId } = this.#rules.principals;
    const guestGrant = grants.get(`group ${guestId}`);
    const guestRow = rows.groups.get(guestId);
    for (const [, { rights }] of grants) {
      if (rights.size > 0 && !rights.has('read')) {
        this.#addLess('not_visible', id);
        break;
      }
    }
    if (guestRow !== undefined && !guestRow.isClosed && guestGrant !== undefined) {
      const isLess = !guestRow.rights.isSubsetOf(guestGrant.rights);
      if (isLess) this.#addLess(this.#rules.opensGuest ? 'guest_row' : 'guest_closed', id);
    } else if (
      guestRow === undefined &&
      guestGrant !== undefined &&
      this.#rules.framework === 'default-allow'
    )
      this.#addLess('guest_row', id);
    if (this.#rules.framework === 'default-deny' && guestGrant?.rights.has('read') === true)
      this.#readByGuest.push(id);
  }

  problems(): readonly FileProblem[] {
    const less = [...this.#less].map(([reason, { count, examples }]) => {
      const message = `Some accounts may do less with ${pluralize(count, 'resource instance')} (${listExamples(examples)}) than in the source: ${sentences[reason]}.`;
      return { ...importWarning(`less_${reason}`, message), file: sourceName };
    });
    const more = this.#readByGuest.map((id) => {
      const message = `Every account may see the resource instance ${id} here, because Guest may. In the source only those with rights of their own may.`;
      return { ...importWarning('more_guest_reads', message, { record: id }), file: sourceName };
    });
    return [...less, ...more];
  }

  #addLess(reason: Reason, id: string): void {
    const less = this.#less.get(reason) ?? { count: 0, examples: [] };
    less.count += 1;
    if (less.examples.length < maxExamples) less.examples.push(id);
    this.#less.set(reason, less);
  }
}
