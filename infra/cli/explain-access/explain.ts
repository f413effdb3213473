import {
  agreed,
  decideNodegroup,
  decideResource,
  type NodegroupDecision,
  type ResourceDecision,
} from './decide.ts';
import type { AccessFacts, NodegroupFacts, ResourceFacts } from './facts.ts';
import { nodegroupRules, resourceRules } from './rules.ts';
import { nodegroupAnswer, resourceAnswer } from './sentences.ts';

const nodegroupRights = ['read', 'write', 'delete'] as const;
const resourceRights = ['view', 'change', 'delete'] as const;

const rulesTitle = 'What the rules find, in the order in which they count:';

const anonymousNote = 'Nobody writes, changes or deletes without a token, whatever Guest may.';

/**
 * Tells what a caller may do with a nodegroup or resource instance, and why.
 * @returns lines
 * @throws AccessNotExplained where the rules that are told do not give what the service says
 */
export function explain(facts: AccessFacts): readonly string[] {
  const [nodegroup] = facts.nodegroups;
  if (facts.resource !== null) return resourceLines(facts, facts.resource);
  return nodegroup === undefined ? [] : nodegroupLines(facts, nodegroup);
}

function nodegroupLines(facts: AccessFacts, nodegroup: NodegroupFacts): readonly string[] {
  return [
    ...rightsOf(nodegroupRights, facts).map(
      (right) =>
        `${right}: ${nodegroupAnswer(nodegroupDecision(facts, nodegroup, right), nodegroup.id)}`,
    ),
    ...note(facts),
    rulesTitle,
    ...indented(nodegroupRules(facts, nodegroup)),
  ];
}

function resourceLines(facts: AccessFacts, resource: ResourceFacts): readonly string[] {
  return [
    ...rightsOf(resourceRights, facts).map(
      (right) => `${right}: ${resourceAnswer(resourceDecision(facts, resource, right))}`,
    ),
    ...note(facts),
    rulesTitle,
    ...indented(resourceRules(facts, resource)),
    ...(resource.verdict.view
      ? ['Its nodegroups:', ...indented(facts.nodegroups.map((one) => nodegroupLine(facts, one)))]
      : [
          'Its nodegroups: nothing is shown of them, because the resource instance is not visible.',
        ]),
  ];
}

function nodegroupLine(facts: AccessFacts, nodegroup: NodegroupFacts): string {
  const [read, ...others] = rightsOf(nodegroupRights, facts).map((right) => ({
    right,
    decision: nodegroupDecision(facts, nodegroup, right),
  }));
  const texts = others.map(({ right, decision }) => `${right} ${decision.allows ? 'yes' : 'no'}`);
  const reading =
    read === undefined ? [] : [`read ${nodegroupAnswer(read.decision, nodegroup.id)}`];
  return `${nodegroup.name} (${nodegroup.id}): ${[...reading, ...texts].join('; ')}`;
}

function nodegroupDecision(
  facts: AccessFacts,
  nodegroup: NodegroupFacts,
  right: (typeof nodegroupRights)[number],
): NodegroupDecision {
  return agreed(decideNodegroup(facts, nodegroup, right), nodegroup.verdict[right]);
}

function resourceDecision(
  facts: AccessFacts,
  resource: ResourceFacts,
  right: (typeof resourceRights)[number],
): ResourceDecision {
  return agreed(decideResource(facts, resource, right), resource.verdict[right]);
}

/** Reading comes first; anonymous callers can do nothing else. */
function rightsOf<Right>(rights: readonly Right[], { caller }: AccessFacts): readonly Right[] {
  return caller.isAnonymous ? rights.slice(0, 1) : rights;
}

function note({ caller }: AccessFacts): readonly string[] {
  return caller.isAnonymous ? [anonymousNote] : [];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => `  ${line}`);
}
