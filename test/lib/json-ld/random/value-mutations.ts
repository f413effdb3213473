import { datatypeOf } from '../../../../lib/model/datatypes/registry.ts';
import { rdfValue } from '../mill.ts';
import { referenceLookup } from '../../model/datatypes/golden-world.ts';
import { readContext } from './documents.ts';
import { anyPlace, storedValue, type Mutation, type Subject } from './mutated.ts';
import { changeAt, type Place } from './places.ts';
import { anyValue } from './values.ts';

/** The tiles with another value of a node. */
function withValue({ tiles }: Subject, { tileId, nodeId }: Place, value: unknown) {
  return tiles.map((tile) =>
    tile.tileId === tileId ? { ...tile, data: { ...tile.data, [nodeId]: value } } : tile,
  );
}

/** A document in which a node has another text or none. Children of the node under rdf:value are kept. */
function withText({ document }: Subject, { path }: Place, text: string | undefined): unknown {
  return changeAt(document, [...path, rdfValue], (values) => {
    if (!Array.isArray(values)) return text;
    return values.flatMap((value: unknown) => (typeof value === 'string' ? (text ?? []) : [value]));
  });
}

/** Replaces a value, or one element of a list, by another valid one. */
export const anotherValue: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, (place) => storedValue(subject, place) ?? undefined);
  if (chosen === undefined) return undefined;
  const { place, node } = chosen;
  const { textCodec } = datatypeOf(node.datatype);
  const before = textCodec.write(chosen.found, referenceLookup);
  const [text = ''] = textCodec.write(draw(anyValue, node.datatype, node.config), referenceLookup);
  const texts = before.map((textBefore, index) =>
    index === (place.element ?? 0) ? text : textBefore,
  );
  const read = textCodec.read(texts, node, { ...readContext, stored: chosen.found });
  if (read.kind === 'problem') return undefined;
  return {
    document: withText(subject, place, text),
    pointer: place.pointer,
    expectedOutcome: 'accepted',
    tiles: withValue(subject, place, read.value),
  };
};

/** Removes a value. */
export const removedValue: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, (place, { datatype }) =>
    datatypeOf(datatype).textCodec.isPerElement
      ? undefined
      : (storedValue(subject, place) ?? undefined),
  );
  if (chosen === undefined) return undefined;
  const { place, node } = chosen;
  return {
    document: withText(subject, place, undefined),
    pointer: place.pointer,
    expectedOutcome: node.isRequired ? 'refused' : 'accepted',
    tiles: withValue(subject, place, null),
  };
};

/** An invalid text for each datatype. */
const wrongTexts: Readonly<Record<string, string>> = {
  number: 'about twelve',
  date: 'about 1850',
  edtf: 'about 1850',
  boolean: 'perhaps',
  concept: 'c0000000-0000-4000-8000-0000000000ff',
  'concept-list': 'c0000000-0000-4000-8000-0000000000ff',
  'domain-value': '0c000000-0000-4000-8000-0000000000ff',
  'domain-value-list': '["0c000000-0000-4000-8000-0000000000ff"]',
  'resource-instance': '[{"resourceId":"none"}]',
  'resource-instance-list': '[{"resourceId":"none"}]',
  'geojson-feature-collection': '{"type":"Place"}',
  url: '{"url":"the old mill"}',
  'node-value': 'the other',
  annotation: 'the left half',
  reference: '[7]',
  bngcentrepoint: 'TQ',
};

/** Replaces a value by an invalid one. */
export const invalidValue: Mutation = (draw, subject) => {
  const chosen = anyPlace(draw, subject, (place, { datatype }) =>
    storedValue(subject, place) === null ? undefined : wrongTexts[datatype],
  );
  if (chosen === undefined) return undefined;
  return {
    document: withText(subject, chosen.place, chosen.found),
    pointer: chosen.place.pointer,
    expectedOutcome: 'refused',
    tiles: subject.tiles,
  };
};
