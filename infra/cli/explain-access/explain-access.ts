import { indentLines } from '../text.ts';
import type { AccessFacts, NodegroupFacts, ResourceFacts } from './access-facts.ts';
import { listNodegroupRules, listResourceRules } from './rules.ts';
import { explainNodegroupRight, explainResourceRight } from './sentences.ts';

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
    ...rightsOf(nodegroupRights, facts).map(
      (right) => `${right}: ${explainNodegroupRight(facts, nodegroup, right)}`,
    ),
    ...note(facts),
    rulesTitle,
    ...indentLines(listNodegroupRules(facts, nodegroup)),
  ];
}

function resourceLines(facts: AccessFacts, resource: ResourceFacts): readonly string[] {
  return [
    ...rightsOf(resourceRights, facts).map(
      (right) => `${right}: ${explainResourceRight(facts, resource, right)}`,
    ),
    ...note(facts),
    rulesTitle,
    ...indentLines(listResourceRules(facts, resource)),
    ...(resource.decisions.view.allows
      ? [
          'Its nodegroups:',
          ...indentLines(facts.nodegroups.map((one) => nodegroupLine(facts, one))),
        ]
      : [
          'Its nodegroups: nothing is shown of them, because the resource instance is not visible.',
        ]),
  ];
}

function nodegroupLine(facts: AccessFacts, nodegroup: NodegroupFacts): string {
  const others = rightsOf(nodegroupRights, facts)
    .slice(1)
    .map((right) => `${right} ${nodegroup.decisions[right].allows ? 'yes' : 'no'}`);
  const reading = `read ${explainNodegroupRight(facts, nodegroup, 'read')}`;
  return `${nodegroup.name} (${nodegroup.id}): ${[reading, ...others].join('; ')}`;
}

/** The first right is that to read, the only right of anonymous callers. */
function rightsOf<Right>(rights: readonly Right[], { caller }: AccessFacts): readonly Right[] {
  return caller.isAnonymous ? rights.slice(0, 1) : rights;
}

function note({ caller }: AccessFacts): readonly string[] {
  return caller.isAnonymous ? [anonymousNote] : [];
}
