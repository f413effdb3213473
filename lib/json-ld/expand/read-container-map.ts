import { asList, type JsonObject } from '../../model/datatypes/values/json-values.ts';
import { jsonPointer } from '../../json/json-pointer.ts';
import type { IncomingNode, IncomingValue } from '../incoming-value.ts';
import type { ActiveContext, TermDefinition } from './active-context.ts';
import { expandIri, readId, readType } from './iris.ts';
import { isKeyword } from './keywords.ts';
import { readLanguageText } from './literals.ts';
import type { Expander, ValuePosition } from './expanded-object.ts';

/** The containers whose values are the members of an object, by their keys (JSON-LD 1.1, section 4.6). */
const mapContainers = ['@language', '@index', '@id', '@type'] as const;

export type MapContainer = (typeof mapContainers)[number];

/** Returns the map container of a term; undefined if an object is not a map of values. */
export function mapContainerOf(definition: TermDefinition | undefined): MapContainer | undefined {
  return mapContainers.find((container) => definition?.containers.includes(container));
}

/** An entry of a container map: its key and the position of its values. */
type MapEntry = {
  readonly container: MapContainer;
  /** Null for `@none`: values without a language, id or class. */
  readonly key: string | null;
  readonly position: ValuePosition;
};

/** Reads the values of a term from an object whose keys are languages, indexes, ids or classes. */
export function readContainerMap(
  expander: Expander,
  container: MapContainer,
  position: ValuePosition,
  map: JsonObject,
  into: IncomingValue[],
): void {
  for (const [key, value] of Object.entries(map)) {
    const entryPosition = {
      ...position,
      pointer: position.pointer + jsonPointer([key]),
      isInMap: true,
    };
    const keyword = expandToKeyword(position.active, key);
    const entry = { container, key: keyword === undefined ? key : null, position: entryPosition };
    if (keyword !== undefined && keyword !== '@none') {
      const message = `The keys of this object are values of ${container}, and ${keyword} is not one: use a list instead of the object.`;
      expander.problems.add('misplaced_keyword', entryPosition.pointer, message);
    } else if (container === '@language') readLanguageEntry(expander, entry, value, into);
    else if (container === '@index') expander.expand(entryPosition, value, into);
    else readNodeEntry(expander, entry, value, into);
  }
}

function expandToKeyword(active: ActiveContext, text: string): string | undefined {
  const iri = expandIri(active, text, { mayBeTerm: true });
  return iri !== null && isKeyword(iri) ? iri : undefined;
}

function readLanguageEntry(
  { problems }: Expander,
  { key: language, position }: MapEntry,
  value: unknown,
  into: IncomingValue[],
): void {
  for (const [index, text] of asList(value).entries()) {
    const pointer = Array.isArray(value) ? `${position.pointer}/${index}` : position.pointer;
    if (text === null) continue;
    if (typeof text !== 'string') {
      problems.add(
        'invalid_value',
        pointer,
        'Values by language must be texts, or lists of texts.',
      );
    } else if (language === null) into.push({ kind: 'literal', value: text, pointer });
    else into.push(readLanguageText(text, language, { pointer, problems }));
  }
}

function readNodeEntry(
  expander: Expander,
  entry: MapEntry,
  value: unknown,
  into: IncomingValue[],
): void {
  const active = entry.position.active.previous ?? entry.position.active;
  const termContext = entry.key === null ? undefined : active.terms.get(entry.key)?.context;
  const nodeContext =
    entry.container === '@id' || termContext === undefined
      ? active
      : expander.contexts.process(
          active,
          termContext.localContext,
          termContext.pointer,
          'of a class',
        );
  const values: IncomingValue[] = [];
  expander.expand({ ...entry.position, active: nodeContext }, value, values);
  const keyEntry =
    entry.container === '@id' ? entry : { ...entry, position: { ...entry.position, active } };
  for (const value of values) {
    if (value.kind === 'node') into.push(addIdOrClass(expander, keyEntry, value));
    else {
      const message = 'Values by id or class must be nodes, not texts or numbers.';
      expander.problems.add('invalid_value', value.pointer, message);
    }
  }
}

/** Adds the id or the class that is the key of a node. */
function addIdOrClass(
  { problems }: Expander,
  { container, key, position }: MapEntry,
  node: IncomingNode,
): IncomingNode {
  const { active, pointer } = position;
  if (key === null) return node;
  if (container === '@id') {
    return node.id === '' ? { ...node, id: readId(active, key, { pointer, problems }) } : node;
  }
  const type = readType(active, key, { pointer, problems });
  if (type === undefined || node.types.includes(type)) return node;
  return { ...node, types: [type, ...node.types] };
}
