import { joinWords, pluralize } from '../../../text.ts';
import { importWarning, listExamples, type FileProblem } from '../../import-problems.ts';
import { sourceName } from '../accounts/source-name.ts';
import type { Difference } from './differences.ts';
import { editorGroupName } from './http-writers.ts';

const reasons: Readonly<Record<Difference['reason'], string>> = {
  deactivated: 'This service gives deactivated accounts no rights',
  system_settings: 'Only administrators of this service may access the system settings',
  anonymous_writes: 'This service requires a token to write',
  not_editor: `The source refuses to write tiles for whoever is not in the group ${editorGroupName}, whatever rights they have. Use hds group add, hds group defaults or hds grant to let them write`,
  stricter_rule:
    'The source checks rights in two ways. This service grants only what both allow. Use hds group defaults or hds grant to grant more',
  guest_closed: 'The group Guest has no rights yet. Import with --open-guest to copy its rights',
  closed_above: 'A parent nodegroup is closed, which also closes its child nodegroups',
  grants_differ:
    'The source gives this right in a way that this service does not have, or that needs too many grants to accounts. Use hds grant to give it',
  guest_reads: 'In this service, every account may read what Guest may read',
};

/**
 * Makes warnings about rights on nodegroups that differ from the source: one for each set of accounts, reason and nodegroups.
 * @param activeNames the accounts that are deactivated in the source, but active in this service: what they lack there, they may have here
 */
export function makeDifferenceWarnings(
  differences: readonly Difference[],
  activeNames: ReadonlySet<string>,
): readonly FileProblem[] {
  const similarDifferences = Map.groupBy(
    differences,
    ({ caller, reason, nodegroups }) => `${reason} ${caller.usernames.join()} ${nodegroups.join()}`,
  );
  return [...similarDifferences.values()].flatMap((similar) => {
    const [first] = similar;
    if (first === undefined) return [];
    const { caller, reason, nodegroups } = first;
    const affectedNames = caller.usernames.filter(
      (name) => reason !== 'deactivated' || !activeNames.has(name),
    );
    if (affectedNames.length === 0) return [];
    const usernames = listExamples(affectedNames);
    const grantsMore = reason === 'guest_reads';
    const rights = joinWords(
      similar.map(({ right }) => right),
      'nothing',
    );
    const nodegroupText = `${pluralize(nodegroups.length, 'nodegroup')} (${listExamples(nodegroups)})`;
    const message = `${grantsMore ? 'More' : 'Fewer'} rights than in the source for ${usernames}: ${rights} on ${nodegroupText}. ${reasons[reason]}.`;
    return [
      {
        ...importWarning(`${grantsMore ? 'more' : 'less'}_${reason}`, message, {
          record: usernames,
        }),
        file: sourceName,
      },
    ];
  });
}
