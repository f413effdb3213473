import { joinWords, pluralize } from '../../../text.ts';
import { importWarning, listExamples, type FileProblem } from '../../import-problems.ts';
import { sourceName } from '../accounts/import-database-accounts.ts';
import type { Difference } from './differences.ts';

const reasons: Readonly<Record<Difference['reason'], string>> = {
  deactivated: 'A deactivated account may do nothing here',
  system_settings: 'Only administrators may access the system settings here',
  anonymous_writes: 'Nothing is written here without a token',
  stricter_form:
    'The source decides in two ways; here only what both allow counts: hds group defaults or hds grant gives more',
  guest_closed: 'Guest is closed: --open-guest gives it the rights that it has in the source',
  closed_above: 'A nodegroup above is closed, which closes those below here',
  grants_differ:
    'In the source the right comes in a way that has no counterpart here, or that needs too many grants to accounts: hds grant gives it',
  guest_reads: 'What Guest may read, every account may read here',
};

/** Warns about rights on nodegroups that differ from those in the source, one warning for each kind of caller, reason and nodegroups. */
export function describeDifferences(differences: readonly Difference[]): readonly FileProblem[] {
  const alike = Map.groupBy(
    differences,
    ({ caller, reason, nodegroups }) => `${reason} ${caller.usernames.join()} ${nodegroups.join()}`,
  );
  return [...alike.values()].flatMap((ofRights) => {
    const [first] = ofRights;
    if (first === undefined) return [];
    const { caller, reason, nodegroups } = first;
    const names = listExamples(caller.usernames);
    const isMore = reason === 'guest_reads';
    const rights = joinWords(
      ofRights.map(({ right }) => right),
      'nothing',
    );
    const places = `${pluralize(nodegroups.length, 'nodegroup')} (${listExamples(nodegroups)})`;
    const message = `${isMore ? 'More' : 'Less'} than in the source for ${names}: ${rights} of ${places}. ${reasons[reason]}.`;
    return [
      {
        ...importWarning(`${isMore ? 'more' : 'less'}_${reason}`, message, { record: names }),
        file: sourceName,
      },
    ];
  });
}
