import { systemSettingsGraph } from './access.ts';
import { pickOne, integerBetween, onceIn, repeat, pickSome, type Draw } from '../random/draw.ts';
import { drawRootClass, drawTerms } from './ontology.ts';
import type { Sentinels } from './sentinels.ts';
import {
  worldDatatypes,
  listWithAncestors,
  type WorldModel,
  type WorldNode,
  type WorldNodegroup,
  type WorldTemplate,
} from './world.ts';

type Source = { readonly draw: Draw; readonly sentinels: Sentinels };

/** Draws one to three resource models, and sometimes the model of the system settings. */
export function drawModels(source: Source): readonly WorldModel[] {
  const { draw, sentinels } = source;
  const graphIds = repeat(pickOne(draw, [1, 2, 2, 3]), () => sentinels.id('graph'));
  const allGraphIds = onceIn(draw, 3) ? [...graphIds, systemSettingsGraph] : graphIds;
  return allGraphIds.map((graphId) => drawModel(source, graphId));
}

function drawModel(source: Source, graphId: string): WorldModel {
  const { draw, sentinels } = source;
  const rootId = sentinels.id('node');
  const nodegroups: WorldNodegroup[] = [];
  const size = integerBetween(draw, 1, 4);
  for (let number = 0; number < size; number += 1) {
    nodegroups.push(drawNodegroup(source, graphId, drawParentId(draw, nodegroups), nodegroups));
  }
  return {
    graphId,
    slug: `model-${graphId.slice(-2)}`,
    rootId,
    rootClass: drawRootClass(source),
    nodegroups,
    templates: {
      ...(onceIn(draw, 8) ? {} : { name: drawTemplate(source, nodegroups) }),
      ...(onceIn(draw, 2) ? {} : { description: drawTemplate(source, nodegroups) }),
      ...(onceIn(draw, 2) ? {} : { map_popup: drawTemplate(source, nodegroups) }),
    },
  };
}

/** Draws the parent of a nodegroup, so that there are at most three levels. */
function drawParentId(draw: Draw, nodegroups: readonly WorldNodegroup[]): string | null {
  const possibleParents = nodegroups.filter(
    (nodegroup) => listWithAncestors(nodegroups, nodegroup).length < 3,
  );
  return possibleParents.length === 0 || onceIn(draw, 3) ? null : pickOne(draw, possibleParents).id;
}

/** Makes features and references more likely, because half of the answers contain features, and names can leak through references. */
const likelyDatatypes = [
  ...worldDatatypes,
  'geojson-feature-collection',
  'geojson-feature-collection',
  'resource-instance',
  'resource-instance-list',
] as const;

/** Draws a nodegroup with its nodes. @param earlierNodegroups the nodegroups of the model so far */
function drawNodegroup(
  source: Source,
  graphId: string,
  parentId: string | null,
  earlierNodegroups: readonly WorldNodegroup[],
): WorldNodegroup {
  const { draw } = source;
  const isSemantic = onceIn(draw, 4);
  // The siblings of the first node: the first nodes of nodegroups with the same parent, and the nodes of the parent nodegroup. Their
  // nodegroups can be closed.
  const siblings = earlierNodegroups.flatMap(({ id, parentId: groupParentId, nodes }) =>
    nodes.filter((node) => (node.id === id ? groupParentId : id) === parentId),
  );
  const collector = drawNode(
    source,
    isSemantic ? 'semantic' : pickOne(draw, likelyDatatypes),
    siblings,
  );
  const members: WorldNode[] = [];
  const size = integerBetween(draw, isSemantic ? 1 : 0, 2);
  for (let number = 0; number < size; number += 1) {
    members.push(drawNode(source, pickOne(draw, likelyDatatypes), members));
  }
  const hasReferences = parentId === null && !onceIn(draw, 3);
  if (hasReferences) members.push(drawNode(source, 'resource-instance-list', members));
  return {
    id: collector.id,
    graphId,
    parentId,
    isHidden: onceIn(draw, 5),
    nodes: [collector, ...members],
  };
}

function drawNode(
  source: Source,
  datatype: WorldNode['datatype'],
  siblings: readonly WorldNode[],
): WorldNode {
  const { draw, sentinels } = source;
  return {
    id: sentinels.id('node'),
    name: sentinels.nodeName(),
    fieldName: onceIn(draw, 4) ? sentinels.fieldName() : null,
    datatype,
    config:
      datatype === 'boolean' ? { trueLabel: sentinels.text(), falseLabel: sentinels.text() } : {},
    ...drawTerms(source, siblings),
  };
}

/** Draws the template of a text. Its nodegroup mostly has references to other resource instances, whose names the text then contains. */
function drawTemplate(
  { draw, sentinels }: Source,
  nodegroups: readonly WorldNodegroup[],
): WorldTemplate {
  const referringNodegroups = nodegroups.filter(({ nodes }) => nodes.some(isReference));
  const { id, nodes } = pickOne(
    draw,
    referringNodegroups.length === 0 || onceIn(draw, 6) ? nodegroups : referringNodegroups,
  );
  const nodesWithValue = nodes.filter(({ datatype }) => datatype !== 'semantic');
  const usedNodes = new Set([
    ...nodesWithValue.filter(isReference),
    ...pickSome(draw, nodesWithValue),
  ]);
  return {
    words: sentinels.text(),
    nodegroupId: id,
    nodeIds: [...usedNodes].map((node) => node.id),
  };
}

function isReference({ datatype }: WorldNode): boolean {
  return datatype === 'resource-instance' || datatype === 'resource-instance-list';
}
