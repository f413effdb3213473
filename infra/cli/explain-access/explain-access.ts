import { indentLines } from '../text.ts';
import type { AccessFacts, NodegroupFacts, ResourceFacts } from './access-facts.ts';
import { listNodegroupRules, listResourceRules } from './list-rules.ts';
import { explainNodegroupRight, explainResourceRight } from './explain-right.ts';

const nodegroupRights = ['read', 'write', 'delete'] as const;
const resourceRights = ['view', 'change', 'delete'] as const;

const rulesTitle = 'The rules, in the order in which they count:';

const anonymousNote = 'Nobody writes, changes or deletes without a token, whatever Guest may.';

/**
 * Explains what a caller is allowed to do with a nodegroup or resource instance, by the rules of the database.
 * @returns lines
 */
export function explainAccess(facts: AccessFacts): readonly string[] {
  const [nodegroup] = facts.nodegroups;
  if (facts.resource !== null) return resourceLines(facts, facts.resource);
  return nodegroup === undefined ? [] : nodegroupLines(facts, nodegroup);
}

function nodegroupLines(facts: AccessFacts, nodegroup: NodegroupFacts): readonly string[] {
  return [
    ...applicableRights(nodegroupRights, facts).map(
      (right) => `${right}: ${explainNodegroupRight(facts, nodegroup, right)}`,
    ),
    ...anonymousNotes(facts),
    rulesTitle,
    ...indentLines(listNodegroupRules(facts, nodegroup)),
  ];
}

function resourceLines(facts: AccessFacts, resource: ResourceFacts): readonly string[] {
  return [
    ...applicableRights(resourceRights, facts).map(
      (right) => `${right}: ${explainResourceRight(facts, resource, right)}`,
    ),
    ...anonymousNotes(facts),
    rulesTitle,
    ...indentLines(listResourceRules(facts, resource)),
    ...(resource.decisions.view.allows
      ? [
          'Its nodegroups:',
          ...indentLines(facts.nodegroups.map((nodegroup) => nodegroupLine(facts, nodegroup))),
        ]
      : [
          'Its nodegroups: nothing is shown of them, because the resource instance is not visible.',
        ]),
  ];
}

function nodegroupLine(facts: AccessFacts, nodegroup: NodegroupFacts): string {
  const otherRights = applicableRights(nodegroupRights, facts)
    .slice(1)
    .map((right) => `${right} ${nodegroup.decisions[right].allows ? 'yes' : 'no'}`);
  const readRight = `read ${explainNodegroupRight(facts, nodegroup, 'read')}`;
  return `${nodegroup.name} (${nodegroup.id}): ${[readRight, ...otherRights].join('; ')}`;
}

/** The first right is that to read, the only right of anonymous callers. */
function applicableRights<Right>(
  rights: readonly Right[],
  { caller }: AccessFacts,
): readonly Right[] {
  return caller.isAnonymous ? rights.slice(0, 1) : rights;
}

function anonymousNotes({ caller }: AccessFacts): readonly string[] {
  return caller.isAnonymous ? [anonymousNote] : [];
}
