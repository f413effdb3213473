import type { NodeInstance } from '../../../model/resources/resource-tree.ts';
import type { Unit } from '../document/units.ts';
import type { Matching, Placed } from '../matching.ts';
import { appendTo, type ModelNode } from '../model/model.ts';
import { shows } from '../tiles/left-out.ts';
import { isJoinable, saidTerms } from '../values/joining.ts';
import type { Assignment } from './chooser.ts';

/** A part of what is stored that a unit can repeat: of a node, so often. */
export type Part = { readonly node: ModelNode; count: number };

/** What is in question: the units, all nodes that they could stand for, and what is stored of these. */
export type Question = {
  readonly units: readonly Unit[];
  readonly choicesOf: (unit: Unit) => readonly ModelNode[];
  readonly stored: ReadonlyMap<ModelNode, readonly NodeInstance[]>;
  readonly partsOf: (unit: Unit) => readonly Part[];
  readonly parts: readonly Part[];
  /** Whether a part is an element of a value only, so that parts are not tiles. */
  readonly hasElements: boolean;
};

/**
 * What is in question where some units could be read in several ways.
 * @param assignment one of the ways, with those units
 */
export function questionOf(
  matching: Matching,
  parent: Placed,
  { chosen, open }: Assignment<Unit, ModelNode>,
): Question {
  const nodes = new Set(Array.from(open.values()).flat());
  const units = Array.from(chosen)
    .filter(([unit, node]) => open.has(unit) || (nodes.has(node) && !namesTile(unit, node)))
    .map(([unit]) => unit);
  const choicesOf = (unit: Unit): readonly ModelNode[] => {
    const only = chosen.get(unit);
    return open.get(unit) ?? (only === undefined ? [] : [only]);
  };
  const stored = new Map(
    Array.from(nodes, (node) => [node, storedOf(matching, parent, node)] as const),
  );
  return { units, choicesOf, stored, ...partsOfStored(matching, units, choicesOf, stored) };
}

const namesTile = ({ name }: Unit, { isTop }: ModelNode): boolean =>
  isTop && (name?.tileId ?? null) !== null;

/** What is stored of a node that a document of this shape would show, and no unit names. */
function storedOf(
  matching: Matching,
  { stored }: Placed,
  node: ModelNode,
): readonly NodeInstance[] {
  return matching.index
    .below(stored, node.nodeId)
    .filter(
      (instance) =>
        (!node.isTop || instance.tileId === null || !matching.named.has(instance.tileId)) &&
        (matching.reader.prefersTexts || shows(matching, instance)),
    );
}

function partsOfStored(
  { contents, reader }: Matching,
  units: readonly Unit[],
  choicesOf: Question['choicesOf'],
  stored: Question['stored'],
): Pick<Question, 'partsOf' | 'parts' | 'hasElements'> {
  const byKey = new Map<string, Part>();
  let hasElements = false;
  const add = (node: ModelNode, key: string): void => {
    const part = byKey.get(`${node.nodeId} ${key}`);
    if (part === undefined) byKey.set(`${node.nodeId} ${key}`, { node, count: 1 });
    else part.count += 1;
  };
  const takers = new Map<ModelNode, Unit[]>();
  for (const unit of units) for (const node of choicesOf(unit)) appendTo(takers, node, unit);
  const isList = new Map(
    Array.from(takers, ([node, some]) => [
      node,
      some.every((unit) => isJoinable(unit, node, reader)),
    ]),
  );
  for (const [node, instances] of stored) {
    for (const instance of instances) {
      const { terms, key } = contents.ofStored(instance);
      if (isList.get(node) === true && terms.length > 0) {
        hasElements ||= terms.length > 1;
        for (const term of terms) add(node, term);
      } else {
        add(node, `#${key}`);
      }
    }
  }
  const keyOf = (unit: Unit, node: ModelNode): string => {
    const { terms, key } = contents.ofValues(unit.values, node);
    return isList.get(node) === true && terms.length > 0
      ? (saidTerms(unit, terms)[0] ?? '')
      : `#${key}`;
  };
  return {
    parts: Array.from(byKey.values()),
    partsOf: (unit) =>
      choicesOf(unit).flatMap((node) => byKey.get(`${node.nodeId} ${keyOf(unit, node)}`) ?? []),
    hasElements,
  };
}
