import { systemSettingsGraph } from '../../infra/schema/permission-world.ts';
import {
  pickOne,
  integerBetween,
  onceIn,
  repeat,
  pickSome,
  type Draw,
} from '../../support/random/draw.ts';
import { makeRootClass, makeTerms } from './ontology.ts';
import type { Sentinels } from './sentinels.ts';
import {
  datatypes,
  withThoseAbove,
  type Model,
  type Node,
  type Nodegroup,
  type Template,
} from './world.ts';

type Source = { readonly draw: Draw; readonly sentinels: Sentinels };

/** One to three resource models, and now and then that of the system settings. */
export function makeModels(source: Source): readonly Model[] {
  const { draw, sentinels } = source;
  const graphIds = repeat(pickOne(draw, [1, 2, 2, 3]), () => sentinels.id('graph'));
  const all = onceIn(draw, 3) ? [...graphIds, systemSettingsGraph] : graphIds;
  return all.map((graphId) => makeModel(source, graphId));
}

function makeModel(source: Source, graphId: string): Model {
  const { draw, sentinels } = source;
  const rootId = sentinels.id('node');
  const nodegroups: Nodegroup[] = [];
  const size = integerBetween(draw, 1, 4);
  for (let number = 0; number < size; number += 1) {
    nodegroups.push(makeNodegroup(source, graphId, parentAmong(draw, nodegroups), nodegroups));
  }
  return {
    graphId,
    slug: `model-${graphId.slice(-2)}`,
    rootId,
    rootClass: makeRootClass(source),
    nodegroups,
    templates: {
      ...(onceIn(draw, 8) ? {} : { name: makeTemplate(source, nodegroups) }),
      ...(onceIn(draw, 2) ? {} : { description: makeTemplate(source, nodegroups) }),
      ...(onceIn(draw, 2) ? {} : { map_popup: makeTemplate(source, nodegroups) }),
    },
  };
}

/** Nodegroups lie at most three deep. */
function parentAmong(draw: Draw, nodegroups: readonly Nodegroup[]): string | null {
  const possible = nodegroups.filter((one) => withThoseAbove(nodegroups, one).length < 3);
  return possible.length === 0 || onceIn(draw, 3) ? null : pickOne(draw, possible).id;
}

/** More features and references than by chance: half of the answers are about the ones, and names leak by the others. */
const likelyDatatypes = [
  ...datatypes,
  'geojson-feature-collection',
  'geojson-feature-collection',
  'resource-instance',
  'resource-instance-list',
] as const;

/** @param earlier the nodegroups of the model so far */
function makeNodegroup(
  source: Source,
  graphId: string,
  parentId: string | null,
  earlier: readonly Nodegroup[],
): Nodegroup {
  const { draw } = source;
  const isGroup = onceIn(draw, 4);
  // Of two nodegroups, one of which may be closed: first nodes below the same node, and what that has in its own nodegroup.
  const siblings = earlier.flatMap(({ id, parentId: above, nodes }) =>
    nodes.filter((node) => (node.id === id ? above : id) === parentId),
  );
  const collector = makeNode(
    source,
    isGroup ? 'semantic' : pickOne(draw, likelyDatatypes),
    siblings,
  );
  const members: Node[] = [];
  const size = integerBetween(draw, isGroup ? 1 : 0, 2);
  for (let number = 0; number < size; number += 1) {
    members.push(makeNode(source, pickOne(draw, likelyDatatypes), members));
  }
  const refers = parentId === null && !onceIn(draw, 3);
  if (refers) members.push(makeNode(source, 'resource-instance-list', members));
  return {
    id: collector.id,
    graphId,
    parentId,
    isHidden: onceIn(draw, 5),
    nodes: [collector, ...members],
  };
}

function makeNode(source: Source, datatype: Node['datatype'], siblings: readonly Node[]): Node {
  const { draw, sentinels } = source;
  return {
    id: sentinels.id('node'),
    name: sentinels.nodeName(),
    fieldName: onceIn(draw, 4) ? sentinels.fieldName() : null,
    datatype,
    config:
      datatype === 'boolean' ? { trueLabel: sentinels.text(), falseLabel: sentinels.text() } : {},
    ...makeTerms(source, siblings),
  };
}

/** Most texts are made of a nodegroup that refers to other resource instances, if there is one, and of these. */
function makeTemplate({ draw, sentinels }: Source, nodegroups: readonly Nodegroup[]): Template {
  const referring = nodegroups.filter(({ nodes }) => nodes.some(isReference));
  const { id, nodes } = pickOne(
    draw,
    referring.length === 0 || onceIn(draw, 6) ? nodegroups : referring,
  );
  const withValue = nodes.filter(({ datatype }) => datatype !== 'semantic');
  const named = new Set([...withValue.filter(isReference), ...pickSome(draw, withValue)]);
  return { words: sentinels.text(), nodegroupId: id, nodeIds: [...named].map((node) => node.id) };
}

function isReference({ datatype }: Node): boolean {
  return datatype === 'resource-instance' || datatype === 'resource-instance-list';
}
