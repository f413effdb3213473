import type { DocumentProblem } from '../../../model/change/document-problem.ts';
import { hasFittingClass } from '../document/candidates.ts';
import { formOf } from '../document/forms.ts';
import type { ModelNode } from '../model.ts';
import { whyNot } from './explain.ts';
import { suggestedIds, type UnmatchedGroup } from './suggested-ids.ts';

/** More reasons would not help a reader. */
const mostReasons = 5;

/** Reports a value whose form or class matches none of the nodes of its predicate. */
export function noNode(unmatched: UnmatchedGroup): DocumentProblem {
  const { matching, parent, group, nodes } = unmatched;
  const ofForm = nodes.filter((node) =>
    group.values.every((value) => formOf(value, node, matching.uris) !== undefined),
  );
  if (ofForm.length === 0) {
    return group.uri === undefined ? notMatching(unmatched) : nodeElsewhere(unmatched);
  }
  const other = group.values.find((value) =>
    ofForm.every((node) => !hasFittingClass(value, node, matching)),
  );
  const types = other?.kind === 'node' ? other.types : [];
  const known = ofForm.map((node) => `${node.classIri ?? 'any class'} (${node.name})`);
  return {
    code: 'no_such_class',
    pointer: other?.pointer ?? group.pointer,
    message: `${predicateOf(nodes)} leads to no node of the class ${types.join(', ')} below ${parent.node.name}. There it leads to ${known.slice(0, mostReasons).join(', ')}.`,
    candidates: suggestedIds({ ...unmatched, nodes: ofForm }),
  };
}

/** Reports a value whose `@id` names a node that is not a child here. */
function nodeElsewhere(unmatched: UnmatchedGroup): DocumentProblem {
  const { matching, parent, group, nodes } = unmatched;
  const named = group.uri && matching.model.nodes.get(group.uri.nodeId);
  const [code, where] =
    named === undefined
      ? ['no_such_node', `node ${group.uri?.nodeId ?? ''}, which the model does not have`]
      : ['node_elsewhere', `${named.name}, which is elsewhere in the model`];
  return {
    code,
    pointer: group.pointer,
    message: `The @id names ${where}. Below ${parent.node.name}, ${predicateOf(nodes)} leads to ${namesOf(nodes).join(', ')}: name one of these, or leave the @id out.`,
    candidates: suggestedIds(unmatched),
  };
}

/** Reports a value that none of several nodes can read, with the reason for each. */
export function notMatching(unmatched: UnmatchedGroup): DocumentProblem {
  const { matching, parent, group, nodes } = unmatched;
  const reasons = nodes
    .slice(0, mostReasons)
    .map((node) => ({ node, reason: whyNot(matching, group.values, node) }))
    .map(({ node, reason }) => `${node.name}: ${reason ?? 'Its nested values do not fit.'}`);
  return {
    code: 'not_matching',
    pointer: group.pointer,
    message: `None of the nodes that ${predicateOf(nodes)} leads to below ${parent.node.name} can hold this. ${reasons.join(' ')}`,
    candidates: suggestedIds(unmatched),
  };
}

export const namesOf = (nodes: readonly ModelNode[]): readonly string[] =>
  nodes.slice(0, mostReasons).map(({ name }) => name);

function predicateOf([first]: readonly ModelNode[]): string {
  return first?.predicate ?? '';
}
