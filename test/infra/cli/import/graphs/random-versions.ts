import fc from 'fast-check';

import { placeNodes } from '../../../../support/test-spatial-views.ts';
import {
  withCardVisibility,
  withNode,
  withNodegroupMoved,
  withNodeMoved,
  withoutNode,
  withoutNodegroup,
  type ModelVersion,
} from '../../../../support/model-versions.ts';

/** A change of a model, with its title. It does not change a version that lacks the node or nodegroup. */
export type VersionStep = {
  readonly title: string;
  readonly apply: (version: ModelVersion) => ModelVersion;
};

/** Nodes from whose values all kinds of rows are derived: features, relations, names, columns of views. */
const nodes = {
  geometry: placeNodes.geometry,
  contributor: placeNodes.contributor,
  name: placeNodes.name,
  country: placeNodes.countryName,
  locality: 'a376476e-e64b-50ce-bd3f-6f2ece693ab3',
  webPage: placeNodes.webPage,
} as const;

/** Nodegroups at the top and below other nodegroups. */
export const nodegroups = {
  names: '18db3e8f-3caa-5433-8bc1-4d4ff1071013',
  location: '353a4de8-9f2f-5e77-8fa8-5fffdc118266',
  extent: 'fb829471-cfce-5a51-8740-eedf788f9d63',
  construction: '55649a19-7ce0-5834-8240-e07f5ed8f8ea',
  contribution: '8a3e0b21-547a-56fa-9090-af0d45530a16',
  dimension: '312aa26f-210b-5a4e-babd-456ca1f803ee',
  webPage: 'f93763d5-b6f2-580d-a680-0c7ddf746ef2',
  risk: '5f54e19f-3b2e-5eb4-a0fb-482f25446616',
  custodian: '3a61808f-6fa1-55b0-a199-ef21be173f5c',
} as const;

const anyEntry = <Id extends string>(ids: Readonly<Record<string, Id>>) =>
  fc.constantFrom(...Object.entries(ids).map(([name, id]) => ({ name, id })));

const hasNodegroup = (
  { nodegroups: nodegroupsOfVersion }: ModelVersion,
  id: string | null,
): boolean => id === null || nodegroupsOfVersion.some(({ nodegroupid }) => nodegroupid === id);

/** Whether a nodegroup is the nodegroup `above`, or is below it at any depth. */
function isWithin(
  { nodegroups: nodegroupsOfVersion }: ModelVersion,
  id: string | null,
  above: string,
): boolean {
  for (let current = id; current !== null;) {
    if (current === above) return true;
    current =
      nodegroupsOfVersion.find(({ nodegroupid }) => nodegroupid === current)?.parentnodegroup_id ??
      null;
  }
  return false;
}

/** Whether a node is the collector of a nodegroup, which cannot move to another nodegroup. */
const isCollector = ({ nodegroups: nodegroupsOfVersion }: ModelVersion, id: string): boolean =>
  nodegroupsOfVersion.some(({ nodegroupid }) => nodegroupid === id);

const nodeMoves = fc
  .tuple(anyEntry(nodes), anyEntry(nodegroups))
  .map(([node, nodegroup]): VersionStep => ({
    title: `${node.name} moves to ${nodegroup.name}`,
    apply: (version) =>
      hasNodegroup(version, nodegroup.id) && !isCollector(version, node.id)
        ? withNodeMoved(version, node.id, nodegroup.id)
        : version,
  }));

const nodeRemovals = anyEntry(nodes).map((node): VersionStep => ({
  title: `${node.name} is removed`,
  apply: (version) => (isCollector(version, node.id) ? version : withoutNode(version, node.id)),
}));

const nodegroupRemovals = anyEntry(nodegroups).map((nodegroup): VersionStep => ({
  title: `the nodegroup ${nodegroup.name} is removed`,
  apply: (version) => withoutNodegroup(version, nodegroup.id),
}));

/** All nodes except the name, a column of the view: other tests check columns whose values do not fit the datatype. */
const { name: _column, ...nodesExceptName } = nodes;

const datatypeChanges = fc
  .tuple(
    anyEntry(nodesExceptName),
    fc.constantFrom('resource-instance', 'geojson-feature-collection', 'odd-datatype'),
  )
  .map(([node, datatype]): VersionStep => ({
    title: `${node.name} is a ${datatype}`,
    apply: (version) => withNode(version, node.id, { datatype }),
  }));

const parentChanges = fc
  .tuple(anyEntry(nodegroups), fc.option(anyEntry(nodegroups), { freq: 4 }))
  .map(([child, parent]): VersionStep => ({
    title: `${child.name} is below ${parent?.name ?? 'no nodegroup'}`,
    apply: (version) => {
      const parentId = parent?.id ?? null;
      return hasNodegroup(version, parentId) && !isWithin(version, parentId, child.id)
        ? withNodegroupMoved(version, child.id, parentId)
        : version;
    },
  }));

const visibilityChanges = fc
  .tuple(anyEntry(nodegroups), fc.boolean())
  .map(([nodegroup, visible]): VersionStep => ({
    title: `${nodegroup.name} is ${visible ? 'shown' : 'hidden'}`,
    apply: (version) => withCardVisibility(version, nodegroup.id, visible),
  }));

const aliasChanges = fc
  .tuple(anyEntry(nodes), fc.constantFrom('one', 'other'))
  .map(([node, word]): VersionStep => ({
    title: `the alias of ${node.name} is ${word}_${node.name}`,
    apply: (version) => withNode(version, node.id, { alias: `${word}_${node.name}` }),
  }));

const slugChanges = fc.constantFrom('heritage-place', 'places').map((slug): VersionStep => ({
  title: `the slug is ${slug}`,
  apply: (version) => ({ ...version, slug }),
}));

/** A change of the model of heritage places. */
export const anyStep: fc.Arbitrary<VersionStep> = fc.oneof(
  { arbitrary: nodeMoves, weight: 5 },
  { arbitrary: nodeRemovals, weight: 3 },
  { arbitrary: nodegroupRemovals, weight: 2 },
  { arbitrary: datatypeChanges, weight: 2 },
  { arbitrary: parentChanges, weight: 2 },
  { arbitrary: visibilityChanges, weight: 1 },
  { arbitrary: aliasChanges, weight: 1 },
  { arbitrary: slugChanges, weight: 1 },
);

/** Some nodegroups, for tests that close them to the public. */
export const anyClosedNodegroups: fc.Arbitrary<readonly string[]> = fc.subarray(
  Object.values(nodegroups),
  {
    minLength: 2,
    maxLength: 5,
  },
);
