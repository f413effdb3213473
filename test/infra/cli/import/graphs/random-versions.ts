import fc from 'fast-check';

import { placeNodes } from '../../../../support/test-spatial-views.ts';
import {
  withCards,
  withNode,
  withNodegroupMoved,
  withNodeMoved,
  withoutNode,
  withoutNodegroup,
  type ModelVersion,
} from '../../../../support/model-versions.ts';

/** A change of a model, with its title, and a function that applies it to a version. The change ignores what the version does not have. */
export type VersionStep = {
  readonly title: string;
  readonly next: (version: ModelVersion) => ModelVersion;
};

/** Nodes from which all kinds of rows are made: features, relations, names, columns of views. */
const nodes = {
  geometry: placeNodes.geometry,
  contributor: placeNodes.contributor,
  name: placeNodes.name,
  country: placeNodes.countryName,
  locality: 'a376476e-e64b-50ce-bd3f-6f2ece693ab3',
  webPage: placeNodes.webPage,
} as const;

/** Nodegroups at the top and below others, closed and not closed. */
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

const named = <Id extends string>(ids: Readonly<Record<string, Id>>) =>
  fc.constantFrom(...Object.entries(ids).map(([name, id]) => ({ name, id })));

const has = ({ nodegroups: all }: ModelVersion, id: string | null): boolean =>
  id === null || all.some(({ nodegroupid }) => nodegroupid === id);

/** Whether one nodegroup is another or lies below it. */
function isWithin({ nodegroups: all }: ModelVersion, id: string | null, above: string): boolean {
  for (let at = id; at !== null;) {
    if (at === above) return true;
    at = all.find(({ nodegroupid }) => nodegroupid === at)?.parentnodegroup_id ?? null;
  }
  return false;
}

/** A collector stays in its nodegroup. */
const isCollector = ({ nodegroups: all }: ModelVersion, id: string): boolean =>
  all.some(({ nodegroupid }) => nodegroupid === id);

const moves = fc.tuple(named(nodes), named(nodegroups)).map(([node, nodegroup]): VersionStep => ({
  title: `${node.name} moves to ${nodegroup.name}`,
  next: (version) =>
    has(version, nodegroup.id) && !isCollector(version, node.id)
      ? withNodeMoved(version, node.id, nodegroup.id)
      : version,
}));

const losses = named(nodes).map((node): VersionStep => ({
  title: `${node.name} vanishes`,
  next: (version) => (isCollector(version, node.id) ? version : withoutNode(version, node.id)),
}));

const lostNodegroups = named(nodegroups).map((nodegroup): VersionStep => ({
  title: `the nodegroup ${nodegroup.name} vanishes`,
  next: (version) => withoutNodegroup(version, nodegroup.id),
}));

/** Without the node of the view's column, and without changes to text: other tests check values that do not fit their datatype. */
const { name: _column, ...retyped } = nodes;

const retypes = fc
  .tuple(
    named(retyped),
    fc.constantFrom('resource-instance', 'geojson-feature-collection', 'odd-datatype'),
  )
  .map(([node, datatype]): VersionStep => ({
    title: `${node.name} is a ${datatype}`,
    next: (version) => withNode(version, node.id, { datatype }),
  }));

const nestings = fc
  .tuple(named(nodegroups), fc.option(named(nodegroups), { freq: 4 }))
  .map(([child, parent]): VersionStep => ({
    title: `${child.name} hangs in ${parent?.name ?? 'nothing'}`,
    next: (version) => {
      const parentId = parent?.id ?? null;
      return has(version, parentId) && !isWithin(version, parentId, child.id)
        ? withNodegroupMoved(version, child.id, parentId)
        : version;
    },
  }));

const hidings = fc
  .tuple(named(nodegroups), fc.boolean())
  .map(([nodegroup, visible]): VersionStep => ({
    title: `${nodegroup.name} is ${visible ? 'shown' : 'hidden'}`,
    next: (version) => withCards(version, nodegroup.id, visible),
  }));

const renamings = fc
  .tuple(named(nodes), fc.constantFrom('one', 'other'))
  .map(([node, word]): VersionStep => ({
    title: `the alias of ${node.name} is ${word}_${node.name}`,
    next: (version) => withNode(version, node.id, { alias: `${word}_${node.name}` }),
  }));

const slugs = fc.constantFrom('heritage-place', 'places').map((slug): VersionStep => ({
  title: `the slug is ${slug}`,
  next: (version) => ({ ...version, slug }),
}));

/** A change of the model of heritage places. */
export const anyStep: fc.Arbitrary<VersionStep> = fc.oneof(
  { arbitrary: moves, weight: 5 },
  { arbitrary: losses, weight: 3 },
  { arbitrary: lostNodegroups, weight: 2 },
  { arbitrary: retypes, weight: 2 },
  { arbitrary: nestings, weight: 2 },
  { arbitrary: hidings, weight: 1 },
  { arbitrary: renamings, weight: 1 },
  { arbitrary: slugs, weight: 1 },
);

/** Nodegroups that are closed to the public. */
export const anyClosed: fc.Arbitrary<readonly string[]> = fc.subarray(Object.values(nodegroups), {
  minLength: 2,
  maxLength: 5,
});
