import type { Access } from '../../support/world/access.ts';
import type { NodeInstance } from './node-instances.ts';
import { classIri } from '../../support/world/ontology.ts';
import { sentinelsOf } from '../../support/world/sentinels.ts';
import { conceptsOf } from './specification-shape.ts';
import { listReadableSentinels } from '../../support/world/texts.ts';
import {
  worldLanguages,
  findModel,
  type WorldNode,
  type WorldResource,
  type World,
} from '../../support/world/world.ts';

/** A resource instance as a caller sees it in the linked shape. */
export type LinkedView = {
  readonly world: World;
  readonly access: Access;
  readonly resource: WorldResource;
};

/** An RDF resource or a literal that stands for a value of a node. */
export type LinkedValue = {
  /** Equal for equal values only. */
  readonly key: string;
  readonly sentinels: readonly string[];
};

export type LinkedKind = 'container' | 'literal' | 'thing';

const literals: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'date']);

export function linkedKind({ datatype }: WorldNode): LinkedKind {
  if (datatype === 'semantic') return 'container';
  return literals.has(datatype) ? 'literal' : 'thing';
}

/** The values of a node in the linked shape, as the caller sees them (ADR 020). */
export function linkedValues(
  view: LinkedView,
  { node, tile }: NodeInstance,
): readonly LinkedValue[] {
  const value = tile.values[node.id];
  if (value === undefined) return [];
  const { stored } = value;
  const classSentinels = sentinelsOf(classIri(node, view.resource.graphId));
  switch (node.datatype) {
    case 'concept':
    case 'concept-list':
      // Callers who may read the tile may read the labels of its concepts.
      return conceptsOf(view.world, value).map(({ id, labels }) => ({
        key: id,
        sentinels: [
          id,
          ...worldLanguages.map((language) => labels[language].text),
          ...classSentinels,
        ],
      }));
    case 'resource-instance':
    case 'resource-instance-list':
      return value.refersTo.map((id) => ({
        key: id,
        sentinels: referenceSentinels(view, id, classSentinels),
      }));
    case 'file-list':
      return (Array.isArray(stored) ? stored : []).map((file: unknown) => ({
        key: JSON.stringify(file),
        sentinels: [...sentinelsOf(file), ...classSentinels],
      }));
    case 'string':
      return sentinelsOf(stored).map((text) => ({ key: text, sentinels: [text] }));
    case 'geojson-feature-collection':
      return [
        { key: `${tile.id} ${node.id}`, sentinels: [...sentinelsOf(stored), ...classSentinels] },
      ];
    default:
      return [{ key: JSON.stringify(stored), sentinels: sentinelsOf(stored) }];
  }
}

/** A reference shows the class and names of its resource instance if the caller may see it, otherwise only the id. */
function referenceSentinels(
  { world, access }: LinkedView,
  id: string,
  classSentinels: readonly string[],
): readonly string[] {
  const target = world.resources.find((one) => one.id === id);
  if (target === undefined || !access.maySee(target.id)) return sentinelsOf(id);
  const { rootClass } = findModel(world, target);
  return [
    id,
    ...(rootClass === null ? classSentinels : sentinelsOf(rootClass)),
    ...worldLanguages.flatMap((language) =>
      listReadableSentinels(world, access, target, 'name', language),
    ),
  ];
}
