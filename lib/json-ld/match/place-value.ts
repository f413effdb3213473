import type { IncomingValue } from '../incoming.ts';
import type { Matching, Placed } from './matching.ts';
import type { ModelNode } from './model/model.ts';
import type { TilePlan } from './tiles/tile-plans.ts';
import { nodeRepeated } from './tiles/tile-problems.ts';
import { readValue, type ReadValue } from './values/read-value.ts';
import { valueOutsideTiles, valueProblems } from './values/value-problems.ts';

/**
 * Places one instance of a node, and its value in its tile.
 * @param values what stands for it
 * @returns undefined where its place is taken
 */
export function placeValue(
  matching: Matching,
  node: ModelNode,
  plan: TilePlan | null,
  values: readonly IncomingValue[],
): Placed | undefined {
  const stored = storedInstance(matching, node, plan);
  const placed = { node, plan, stored };
  const pointer = values[0]?.pointer ?? '';
  if (plan?.placed.has(node.nodeId) === true) {
    matching.problems.push(nodeRepeated(node, plan.tileId, pointer));
    return undefined;
  }
  plan?.placed.add(node.nodeId);
  const before = stored?.value ?? null;
  const read = readBeside(matching, values, node, before);
  if (read.kind === 'nothing') {
    plan?.pointers.set(node.nodeId, pointer);
    if (plan !== null) leaveOut(matching, node, plan);
    return placed;
  }
  const place = read.said[0]?.pointer ?? pointer;
  if (plan === null) {
    if (read.kind === 'problem' || read.value !== null)
      matching.problems.push(valueOutsideTiles(node, place));
    return placed;
  }
  plan.pointers.set(node.nodeId, place);
  if (read.kind === 'value') plan.data.set(node.nodeId, read.value);
  matching.problems.push(...valueProblems(read, node, place));
  return placed;
}

/**
 * Reads a value beside the stored one that it replaces; where that will not do, beside others of the same resource instance: a file
 * may move from one tile to another.
 */
function readBeside(
  { reader, fitWorld }: Matching,
  values: readonly IncomingValue[],
  node: ModelNode,
  before: unknown,
): ReadValue {
  const read = readValue(values, node, { value: before, isWhole: true }, reader);
  if (read.kind !== 'problem') return read;
  const others = readValue(values, node, fitWorld.storedTerms.valueSaidBy(values, node), reader);
  return others.kind === 'problem' ? read : others;
}

function storedInstance(
  { index }: Matching,
  node: ModelNode,
  plan: TilePlan | null,
): Placed['stored'] {
  if (plan === null) return index.instance(null, node.nodeId);
  return plan.stored && index.instance(plan.stored.tileId, node.nodeId);
}

/**
 * Takes away the value of a node of which the document says nothing. What the shape of the document cannot say at all stays.
 */
export function leaveOut({ reader, world }: Matching, node: ModelNode, plan: TilePlan): void {
  const before = plan.data.get(node.nodeId) ?? null;
  if (before === null) return;
  const written = reader.prefersTexts
    ? node.datatype.valueText.write(before, world.validation)
    : node.datatype.linked.write(before, node.datatypeNode, {
        ...world.validation,
        baseUrl: world.baseUrls[0] ?? '',
        nodeUri: '',
      });
  if (written.length > 0) plan.data.set(node.nodeId, null);
}
