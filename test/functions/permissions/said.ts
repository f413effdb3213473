import type { Instance } from './instances.ts';
import { classIri } from './ontology.ts';
import { maySee } from './rules.ts';
import { sentinelsOf } from './sentinels.ts';
import { conceptsOf } from './specification-shape.ts';
import { readableText } from './texts.ts';
import { languages, modelOf, type Caller, type Node, type Resource, type World } from './world.ts';

/** Who is told of what. */
export type Telling = {
  readonly world: World;
  readonly caller: Caller;
  readonly resource: Resource;
};

/** One thing or literal that a node says in the linked shape. */
export type Said = {
  /** What tells it from others. */
  readonly key: string;
  readonly shows: readonly string[];
};

export type Kind = 'container' | 'literal' | 'thing';

const literals: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'date']);

/** What the values of a node are in the linked shape: literals, things that have URIs, or nothing. */
export function kindOf({ datatype }: Node): Kind {
  if (datatype === 'semantic') return 'container';
  return literals.has(datatype) ? 'literal' : 'thing';
}

/** What a node says in the linked shape, and to whom (ADR 020). */
export function saidBy(telling: Telling, { node, tile }: Instance): readonly Said[] {
  const value = tile.values[node.id];
  if (value === undefined) return [];
  const { stored } = value;
  const ofClass = sentinelsOf(classIri(node, telling.resource.graphId));
  switch (node.datatype) {
    case 'concept':
    case 'concept-list':
      // Whoever may read the tile may read the labels of its concepts.
      return conceptsOf(telling.world, value).map(({ id, labels }) => ({
        key: id,
        shows: [id, ...languages.map((language) => labels[language].text), ...ofClass],
      }));
    case 'resource-instance':
    case 'resource-instance-list':
      return value.refersTo.map((id) => ({ key: id, shows: reference(telling, id, ofClass) }));
    case 'file-list':
      return (Array.isArray(stored) ? stored : []).map((file: unknown) => ({
        key: JSON.stringify(file),
        shows: [...sentinelsOf(file), ...ofClass],
      }));
    case 'string':
      return sentinelsOf(stored).map((text) => ({ key: text, shows: [text] }));
    case 'geojson-feature-collection':
      return [{ key: `${tile.id} ${node.id}`, shows: [...sentinelsOf(stored), ...ofClass] }];
    default:
      return [{ key: JSON.stringify(stored), shows: sentinelsOf(stored) }];
  }
}

/** Another resource instance: its own class and its names where the caller may see it, else its id alone. */
function reference(
  { world, caller }: Telling,
  id: string,
  ofClass: readonly string[],
): readonly string[] {
  const found = world.resources.find((one) => one.id === id);
  if (found === undefined || !maySee(world, caller, found)) return sentinelsOf(id);
  const { rootClass } = modelOf(world, found);
  return [
    id,
    ...(rootClass === null ? ofClass : sentinelsOf(rootClass)),
    ...languages.flatMap((language) => readableText(world, caller, found, 'name', language)),
  ];
}
