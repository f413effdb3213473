import { importWarning, listExamples, type FileProblem } from '../../import-problems.ts';
import { pluralize } from '../../../text.ts';
import { sourceName } from '../accounts/import-database-accounts.ts';
import type { Difference } from './differences.ts';

const reasons: Readonly<Record<Difference['reason'], string>> = {
  deactivated: 'a deactivated account may do nothing here',
  system_settings: 'only administrators may access the system settings here',
  anonymous_writes: 'nothing is written here without a token',
  stricter_form:
    'the source decides in two ways, and by the stricter one, which counts here, the account may not: hds group defaults or hds grant gives the right',
  guest_closed: 'Guest is closed: --open-guest gives it the rights that it has in the source',
  closed_above: 'a nodegroup above is closed, which closes those below here',
  grants_differ:
    'it has the right in a way that has no counterpart here, or that needs too many grants of accounts: hds grant gives it',
  guest_reads: 'what Guest may read, every account may read here',
};

const verbs = { read: 'read', write: 'write', delete: 'delete' } as const;

/** Warns about rights on nodegroups that differ from those in the source, one warning for each kind of caller, reason and right. */
export function describeDifferences(differences: readonly Difference[]): readonly FileProblem[] {
  return differences.map(({ caller: { usernames }, reason, right, nodegroups }) => {
    const names = listExamples(usernames);
    const isMore = reason === 'guest_reads';
    const places = `${pluralize(nodegroups.length, 'nodegroup')} (${listExamples(nodegroups)})`;
    const message = `${names} may ${isMore ? '' : 'not '}${verbs[right]} ${places} here, unlike in the source: ${reasons[reason]}.`;
    return {
      ...importWarning(`${isMore ? 'more' : 'less'}_${reason}`, message, { record: names }),
      file: sourceName,
    };
  });
}
