import { pickOne, integerBetween, onceIn, repeat, type Draw } from '../random/draw.ts';
import { sentinelsOf, unknownId, type Sentinels } from './sentinels.ts';
import type {
  WorldConcept,
  WorldDatatype,
  WorldLanguage,
  WorldNode,
  WorldNodegroup,
  WorldTile,
  WorldValue,
} from './world.ts';

export type ValueSource = {
  readonly draw: Draw;
  readonly sentinels: Sentinels;
  readonly resources: readonly string[];
  /** Adds a concept, to which only one value refers. */
  readonly addConcept: () => WorldConcept;
};

type SentinelsByLanguage = WorldValue['displayed'];

const noReferences: Pick<WorldValue, 'refersTo' | 'features'> = { refersTo: [], features: [] };

function inEachLanguage(sentinels: readonly string[]): SentinelsByLanguage {
  return { 'en-US': sentinels, de: sentinels };
}

function createPlainValue(stored: unknown): WorldValue {
  return { stored, displayed: inEachLanguage(sentinelsOf(stored)), ...noReferences };
}

function drawString({ sentinels }: ValueSource): WorldValue {
  const texts: Record<WorldLanguage, string> = { 'en-US': sentinels.text(), de: sentinels.text() };
  return {
    stored: {
      'en-US': { value: texts['en-US'], direction: 'ltr' },
      de: { value: texts.de, direction: 'ltr' },
    },
    displayed: { 'en-US': [texts['en-US']], de: [texts.de] },
    ...noReferences,
  };
}

function drawBoolean(
  { draw }: ValueSource,
  { trueLabel, falseLabel }: WorldNode['config'],
): WorldValue {
  const stored = onceIn(draw, 2);
  const label = stored ? trueLabel : falseLabel;
  return { stored, displayed: inEachLanguage(label === undefined ? [] : [label]), ...noReferences };
}

function drawUrl({ draw, sentinels }: ValueSource): WorldValue {
  const address = `https://example.org/${sentinels.text()}`;
  const label = onceIn(draw, 2) ? sentinels.text() : '';
  const displayed = inEachLanguage(sentinelsOf(label === '' ? address : label));
  return { stored: { url: address, url_label: label }, displayed, ...noReferences };
}

function drawFileList({ draw, sentinels }: ValueSource): WorldValue {
  const files = repeat(integerBetween(draw, 1, 2), () => ({
    name: `${sentinels.text()}.jpg`,
    url: `/files/${sentinels.text()}`,
    status: 'uploaded',
  }));
  return {
    stored: files,
    displayed: inEachLanguage(files.flatMap((file) => sentinelsOf(file.url))),
    ...noReferences,
  };
}

function drawConcepts(source: ValueSource, isList: boolean): WorldValue {
  const drawnConcepts = repeat(isList ? integerBetween(source.draw, 1, 2) : 1, source.addConcept);
  const ids = drawnConcepts.map(
    ({ labels }) => labels[pickOne(source.draw, ['en-US', 'de'] as const)].id,
  );
  return {
    stored: isList ? ids : ids[0],
    displayed: {
      'en-US': drawnConcepts.map(({ labels }) => labels['en-US'].text),
      de: drawnConcepts.map(({ labels }) => labels.de.text),
    },
    ...noReferences,
  };
}

/** Draws references, which are ids in older data and objects in newer data. */
function drawReferences({ draw, resources }: ValueSource, isList: boolean): WorldValue {
  const targets = repeat(isList ? integerBetween(draw, 1, 3) : 1, () =>
    onceIn(draw, 12) ? unknownId : pickOne(draw, resources),
  );
  const stored = targets.map((id) =>
    onceIn(draw, 3) ? id : { resourceId: id, ontologyProperty: '', inverseOntologyProperty: '' },
  );
  return {
    stored: isList || onceIn(draw, 2) ? stored : stored[0],
    displayed: inEachLanguage([]),
    refersTo: targets,
    features: [],
  };
}

function drawGeometry({ draw, sentinels }: ValueSource): { type: string; coordinates: unknown } {
  const point = sentinels.point();
  if (onceIn(draw, 2)) return { type: 'Point', coordinates: point };
  return { type: 'LineString', coordinates: [point, sentinels.point()] };
}

function drawFeatureCollection(source: ValueSource): WorldValue {
  const features = repeat(integerBetween(source.draw, 1, 2), () => ({
    type: 'Feature',
    id: source.sentinels.id('feature'),
    geometry: drawGeometry(source),
    properties: onceIn(source.draw, 2) ? { note: source.sentinels.text() } : {},
  }));
  return {
    ...createPlainValue({ type: 'FeatureCollection', features }),
    features: features.map(({ geometry, properties }) => ({
      type: geometry.type,
      coordinates: sentinelsOf(geometry),
      sentinels: sentinelsOf([geometry, properties]),
    })),
  };
}

const drawByDatatype: Readonly<
  Record<WorldDatatype, (source: ValueSource, config: WorldNode['config']) => WorldValue>
> = {
  string: drawString,
  number: ({ sentinels }) => createPlainValue(sentinels.number()),
  boolean: drawBoolean,
  date: ({ sentinels }) => createPlainValue(sentinels.date()),
  url: drawUrl,
  'file-list': drawFileList,
  concept: (source) => drawConcepts(source, false),
  'concept-list': (source) => drawConcepts(source, true),
  'resource-instance': (source) => drawReferences(source, false),
  'resource-instance-list': (source) => drawReferences(source, true),
  'geojson-feature-collection': drawFeatureCollection,
};

/** Draws the values of a tile; sometimes a node has none. */
export function drawValues(source: ValueSource, { nodes }: WorldNodegroup): WorldTile['values'] {
  const values: Record<string, WorldValue> = {};
  for (const { id, datatype, config } of nodes) {
    if (datatype === 'semantic' || onceIn(source.draw, 8)) continue;
    values[id] = drawByDatatype[datatype](source, config);
  }
  return values;
}
