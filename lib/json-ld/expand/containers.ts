import { asList, type JsonObject } from '../../model/datatypes/parts/values.ts';
import { jsonPointer } from '../../model/problem.ts';
import type { IncomingNode, IncomingValue } from '../incoming.ts';
import type { ActiveContext, TermDefinition } from './active-context.ts';
import { expandIri } from './iri-expansion.ts';
import { readId, readType } from './iris.ts';
import { isKeyword } from './keywords.ts';
import { textInLanguage } from './literals.ts';
import type { Place, Reader } from './reader.ts';

/** What the keys of an object can be that holds the values of a term (JSON-LD 1.1, section 4.6). */
const mapContainers = ['@language', '@index', '@id', '@type'] as const;

export type MapContainer = (typeof mapContainers)[number];

/** What the keys of an object under a term are; undefined where it is a value itself. */
export function containerOf(definition: TermDefinition | undefined): MapContainer | undefined {
  return mapContainers.find((container) => definition?.containers.includes(container));
}

/** A key of such an object, and where its values stand. */
type MapEntry = {
  readonly container: MapContainer;
  /** Null for `@none`: its values have no language, id or class. */
  readonly key: string | null;
  readonly place: Place;
};

/** Reads the values of a term that stand in an object by language, index, id or class. */
export function readMap(
  reader: Reader,
  container: MapContainer,
  place: Place,
  map: JsonObject,
  into: IncomingValue[],
): void {
  for (const [text, value] of Object.entries(map)) {
    const inside = { ...place, pointer: place.pointer + jsonPointer([text]), isInMap: true };
    const keyword = keywordOf(place.active, text);
    const entry = { container, key: keyword === undefined ? text : null, place: inside };
    if (keyword !== undefined && keyword !== '@none') {
      const message = `The keys here are by ${container}, and ${keyword} is none: put the value into a list.`;
      reader.problems.add('misplaced_keyword', inside.pointer, message);
    } else if (container === '@language') readTexts(reader, entry, value, into);
    else if (container === '@index') reader.read(inside, value, into);
    else readNodes(reader, entry, value, into);
  }
}

function keywordOf(active: ActiveContext, text: string): string | undefined {
  const iri = expandIri(active, text, { vocabulary: true });
  return iri !== null && isKeyword(iri) ? iri : undefined;
}

function readTexts(
  { problems }: Reader,
  { key: language, place }: MapEntry,
  value: unknown,
  into: IncomingValue[],
): void {
  for (const [index, text] of asList(value).entries()) {
    const pointer = Array.isArray(value) ? `${place.pointer}/${index}` : place.pointer;
    if (text === null) continue;
    if (typeof text !== 'string') {
      problems.add('invalid_value', pointer, 'By language there are texts, or lists of texts.');
    } else if (language === null) into.push({ kind: 'literal', value: text, pointer });
    else into.push(textInLanguage(text, language, { pointer, problems }));
  }
}

function readNodes(reader: Reader, entry: MapEntry, value: unknown, into: IncomingValue[]): void {
  const active = entry.place.active.previous ?? entry.place.active;
  const scoped = entry.key === null ? undefined : active.terms.get(entry.key)?.context;
  const inside =
    entry.container === '@id' || scoped === undefined
      ? active
      : reader.contexts.process(active, scoped.local, scoped.pointer, 'of a class');
  const found: IncomingValue[] = [];
  reader.read({ ...entry.place, active: inside }, value, found);
  const entryAbove =
    entry.container === '@id' ? entry : { ...entry, place: { ...entry.place, active } };
  for (const each of found) {
    if (each.kind === 'node') into.push(withKey(reader, entryAbove, each));
    else {
      const message = 'By id or class there are nodes, not texts or numbers.';
      reader.problems.add('invalid_value', each.pointer, message);
    }
  }
}

/** A node with what its key says of it. */
function withKey(
  { problems }: Reader,
  { container, key, place }: MapEntry,
  node: IncomingNode,
): IncomingNode {
  const { active, pointer } = place;
  if (key === null) return node;
  if (container === '@id') {
    return node.id === '' ? { ...node, id: readId(active, key, { pointer, problems }) } : node;
  }
  const type = readType(active, key, { pointer, problems });
  if (type === undefined || node.types.includes(type)) return node;
  return { ...node, types: [type, ...node.types] };
}
