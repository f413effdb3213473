import { indentLines } from '../../text.ts';
import type { AccessFacts, NodegroupFacts, ResourceFacts } from './access-facts.ts';
import { listNodegroupRules, listResourceRules } from './list-rules.ts';
import { explainNodegroupRight, explainResourceRight } from './explain-right.ts';

const nodegroupRights = ['read', 'write', 'delete'] as const;
const resourceRights = ['view', 'change', 'delete'] as const;

const rulesTitle = 'The rules, in the order in which they are applied:';

const anonymousNote =
  'Without a token, nobody can write, change or delete, whatever the rights of Guest are.';

/**
 * Explains what a caller is allowed to do with a nodegroup or resource instance, and which rules of the database decide.
 * @returns the lines of the explanation
 */
export function explainAccess(facts: AccessFacts): readonly string[] {
  const [nodegroup] = facts.nodegroups;
  if (facts.resource !== null) return explainResource(facts, facts.resource);
  return nodegroup === undefined ? [] : explainNodegroup(facts, nodegroup);
}

function explainNodegroup(facts: AccessFacts, nodegroup: NodegroupFacts): readonly string[] {
  return [
    ...selectApplicableRights(nodegroupRights, facts).map(
      (right) => `${right}: ${explainNodegroupRight(facts, nodegroup, right)}`,
    ),
    ...noteForAnonymous(facts),
    rulesTitle,
    ...indentLines(listNodegroupRules(facts, nodegroup)),
  ];
}

function explainResource(facts: AccessFacts, resource: ResourceFacts): readonly string[] {
  return [
    ...selectApplicableRights(resourceRights, facts).map(
      (right) => `${right}: ${explainResourceRight(facts, resource, right)}`,
    ),
    ...noteForAnonymous(facts),
    rulesTitle,
    ...indentLines(listResourceRules(facts, resource)),
    ...(resource.decisions.view.allows
      ? [
          'Its nodegroups:',
          ...indentLines(
            facts.nodegroups.map((nodegroup) => explainNodegroupInOneLine(facts, nodegroup)),
          ),
        ]
      : [
          'Its nodegroups: none of them is readable, because the resource instance is not visible.',
        ]),
  ];
}

function explainNodegroupInOneLine(facts: AccessFacts, nodegroup: NodegroupFacts): string {
  const otherAnswers = selectApplicableRights(nodegroupRights, facts)
    .slice(1)
    .map((right) => `${right} ${nodegroup.decisions[right].allows ? 'yes' : 'no'}`);
  const readAnswer = `read ${explainNodegroupRight(facts, nodegroup, 'read')}`;
  return `${nodegroup.name} (${nodegroup.id}): ${[readAnswer, ...otherAnswers].join('; ')}`;
}

/** Returns all rights; for an anonymous caller only the first, to read or view, because that caller can have no other. */
function selectApplicableRights<Right>(
  rights: readonly Right[],
  { caller }: AccessFacts,
): readonly Right[] {
  return caller.isAnonymous ? rights.slice(0, 1) : rights;
}

function noteForAnonymous({ caller }: AccessFacts): readonly string[] {
  return caller.isAnonymous ? [anonymousNote] : [];
}
