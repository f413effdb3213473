import type { DocumentProblem } from '../../../model/change/document-problem.ts';
import { hasFittingClass } from '../document/class-fit.ts';
import { formOf } from '../document/forms.ts';
import type { Unit } from '../document/units.ts';
import type { Matching, Placed } from '../matching.ts';
import type { ModelNode } from '../model/model.ts';
import { nameOf } from '../model/names-of-nodes.ts';
import { candidatesFor } from './candidates.ts';
import { whyNot } from './explain.ts';

/** As many reasons as a reader can take in. */
const mostReasons = 5;

/** A value that none of the nodes of its predicate can hold, by its form or its class. */
export function noNode(
  matching: Matching,
  parent: Placed,
  unit: Unit,
  nodes: readonly ModelNode[],
): DocumentProblem {
  const { reader } = matching;
  const ofForm = nodes.filter((node) =>
    unit.values.every((value) => formOf(value, node, reader.names) !== undefined),
  );
  if (ofForm.length === 0) {
    return unit.name === undefined
      ? notMatching(matching, parent, unit, nodes)
      : nodeElsewhere(matching, parent, unit, nodes);
  }
  const other = unit.values.find((value) =>
    ofForm.every((node) => !hasFittingClass(value, node, reader)),
  );
  const types = other?.kind === 'node' ? other.types : [];
  const known = ofForm.map((node) => `${node.classIri ?? 'any class'} (${nameOf(node)})`);
  return {
    code: 'no_such_class',
    pointer: other?.pointer ?? unit.pointer,
    message: `${predicateOf(nodes)} leads to no node of the class ${types.join(', ')} below ${nameOf(parent.node)}. There it leads to ${known.slice(0, mostReasons).join(', ')}.`,
    candidates: candidatesFor(matching, parent, unit, ofForm),
  };
}

/** A value whose `@id` names a node that does not hang here. */
function nodeElsewhere(
  matching: Matching,
  parent: Placed,
  unit: Unit,
  nodes: readonly ModelNode[],
): DocumentProblem {
  const named = unit.name && matching.model.nodes.get(unit.name.nodeId);
  const [code, where] =
    named === undefined
      ? ['no_such_node', `node ${unit.name?.nodeId ?? ''}, which the model has not`]
      : ['node_elsewhere', `${nameOf(named)}, which hangs elsewhere in the model`];
  return {
    code,
    pointer: unit.pointer,
    message: `The @id names ${where}. Below ${nameOf(parent.node)}, ${predicateOf(nodes)} leads to ${nodes.slice(0, mostReasons).map(nameOf).join(', ')}: name one of these, or leave the @id out.`,
    candidates: candidatesFor(matching, parent, unit, nodes),
  };
}

/** A value that none of several nodes can hold, with what speaks against each. */
export function notMatching(
  matching: Matching,
  parent: Placed,
  unit: Unit,
  nodes: readonly ModelNode[],
): DocumentProblem {
  const reasons = nodes
    .slice(0, mostReasons)
    .map((node) => ({ node, reason: whyNot(matching, unit.values, node) }))
    .map(({ node, reason }) => `${nameOf(node)}: ${reason ?? 'What hangs in it does not fit.'}`);
  return {
    code: 'not_matching',
    pointer: unit.pointer,
    message: `None of the nodes that ${predicateOf(nodes)} leads to below ${nameOf(parent.node)} can hold this. ${reasons.join(' ')}`,
    candidates: candidatesFor(matching, parent, unit, nodes),
  };
}

/** A value that several nodes can hold equally well. */
export function ambiguous(
  matching: Matching,
  parent: Placed,
  unit: Unit,
  nodes: readonly ModelNode[],
): DocumentProblem {
  const isLiteral = unit.values.some(({ kind }) => kind === 'literal');
  const way = isLiteral
    ? 'write {"@id": …, "http://www.w3.org/1999/02/22-rdf-syntax-ns#value": the literal}, with the @id of the one that is meant'
    : 'write the @id of the one that is meant';
  return {
    code: 'ambiguous',
    pointer: unit.pointer,
    message: `This could be ${oneOf(nodes)}, and nothing tells which: ${way}.`,
    candidates: candidatesFor(matching, parent, unit, nodes),
  };
}

function oneOf(nodes: readonly ModelNode[]): string {
  const others = nodes.length - mostReasons;
  const names = nodes.slice(0, mostReasons).map(nameOf).join(' or ');
  return others > 0 ? `${names} or one of ${others} others` : names;
}

function predicateOf([first]: readonly ModelNode[]): string {
  return first?.predicate ?? '';
}
