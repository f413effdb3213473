import type { DocumentProblem } from '../../../model/change/document-problem.ts';
import { hasFittingClass } from '../document/candidates.ts';
import { formOf } from '../document/forms.ts';
import type { ModelNode } from '../model.ts';
import { whyNot } from './explain.ts';
import { suggestedIds, type UnmatchedGroup } from './suggested-ids.ts';

/** As many reasons as a reader can take in. */
const mostReasons = 5;

/** A value that is of no form or class for any of the nodes of its predicate. */
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

/** A value whose `@id` names a node that is not a child here. */
function nodeElsewhere(unmatched: UnmatchedGroup): DocumentProblem {
  const { matching, parent, group, nodes } = unmatched;
  const named = group.uri && matching.model.nodes.get(group.uri.nodeId);
  const [code, where] =
    named === undefined
      ? ['no_such_node', `node ${group.uri?.nodeId ?? ''}, which the model has not`]
      : ['node_elsewhere', `${named.name}, which hangs elsewhere in the model`];
  return {
    code,
    pointer: group.pointer,
    message: `The @id names ${where}. Below ${parent.node.name}, ${predicateOf(nodes)} leads to ${namesOf(nodes).join(', ')}: name one of these, or leave the @id out.`,
    candidates: suggestedIds(unmatched),
  };
}

/** A value that none of several nodes can hold, with the reason for each. */
export function notMatching(unmatched: UnmatchedGroup): DocumentProblem {
  const { matching, parent, group, nodes } = unmatched;
  const reasons = nodes
    .slice(0, mostReasons)
    .map((node) => ({ node, reason: whyNot(matching, group.values, node) }))
    .map(({ node, reason }) => `${node.name}: ${reason ?? 'What hangs in it does not fit.'}`);
  return {
    code: 'not_matching',
    pointer: group.pointer,
    message: `None of the nodes that ${predicateOf(nodes)} leads to below ${parent.node.name} can hold this. ${reasons.join(' ')}`,
    candidates: suggestedIds(unmatched),
  };
}

/** A value that several nodes can hold equally well. */
export function ambiguous(unmatched: UnmatchedGroup): DocumentProblem {
  const { group, nodes } = unmatched;
  const isLiteral = group.values.some(({ kind }) => kind === 'literal');
  const way = isLiteral
    ? 'write {"@id": …, "http://www.w3.org/1999/02/22-rdf-syntax-ns#value": the literal}, with the @id of the one that is meant'
    : 'write the @id of the one that is meant';
  return {
    code: 'ambiguous',
    pointer: group.pointer,
    message: `This could be ${oneOf(nodes)}, and nothing tells which: ${way}.`,
    candidates: suggestedIds(unmatched),
  };
}

function oneOf(nodes: readonly ModelNode[]): string {
  const others = nodes.length - mostReasons;
  const names = namesOf(nodes).join(' or ');
  return others > 0 ? `${names} or one of ${others} others` : names;
}

const namesOf = (nodes: readonly ModelNode[]): readonly string[] =>
  nodes.slice(0, mostReasons).map(({ name }) => name);

function predicateOf([first]: readonly ModelNode[]): string {
  return first?.predicate ?? '';
}
