import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { itemsBody } from '../../../lib/http/schemas/ogc.ts';
import { readProblem } from '../../gateway/problem.ts';
import { takeSample } from '../../support/random/take-sample.ts';
import { addTestSpatialView } from '../../support/test-spatial-views.ts';
import { nodes } from '../questions/building-model.ts';
import {
  callerKinds,
  drawn,
  inTurn,
  openBuildings,
  type Buildings,
} from '../questions/open-buildings.ts';
import type { TestWriter } from '../writing/writers.ts';
import { nextPagePath, type Items } from './items.ts';
import { drawLayerFilter, textsOf, type NaiveFilter } from './naive-layer-filters.ts';

const items = '/ogc/collections/buildings/items';

let buildings: Buildings;

beforeAll(async () => {
  buildings = await openBuildings();
  await addTestSpatialView(buildings.service, {
    slug: 'buildings',
    geometryNode: nodes.shape,
    language: 'de',
    nodes: [
      nodes.type,
      nodes.built,
      nodes.height,
      nodes.called,
      nodes.state,
      nodes.isOpen,
      nodes.beside,
    ],
  });
});

afterAll(async () => buildings?.close());

type Parameters = Readonly<Record<string, string>>;

const toPath = (parameters: Parameters): string =>
  `${items}?${new URLSearchParams(parameters).toString()}`;

async function readPage(caller: TestWriter, path: string): Promise<Items> {
  return itemsBody.parse(await caller.read(path));
}

async function readPages(caller: TestWriter, parameters: Parameters): Promise<readonly Items[]> {
  const pages: Items[] = [];
  for (let path: string | undefined = toPath(parameters); path !== undefined;) {
    const page: Items = await readPage(caller, path);
    pages.push(page);
    path = nextPagePath(page);
  }
  return pages;
}

const idsOf = ({ features }: Pick<Items, 'features'>): readonly number[] =>
  features.map(({ id }) => id);

/** Whether a filter names no column that is closed to the reader. */
const isOpen = ({ text }: NaiveFilter): boolean => !/state|isopen/.test(text);

const find = async (caller: TestWriter, parameters: Parameters): Promise<readonly number[]> =>
  idsOf(await readPage(caller, toPath(parameters)));

describe('the parameter filter of a collection', () => {
  it.each(callerKinds)(
    'has the features of which it is true by the properties that the %s reads, in order, with their number',
    async (kind) => {
      const caller = buildings.callers[kind];
      const { features } = await readPage(caller, items);
      let matches = 0;
      const all = drawn(60, (draw) => drawLayerFilter(draw));
      const filters = inTurn(kind, kind === 'reader' ? all.filter(isOpen) : all);
      for (const { text, holds } of filters) {
        const path = toPath({ filter: text, 'filter-lang': 'cql2-text' });
        const expected = features.filter(({ properties }) => holds(properties) === true);
        const page = await readPage(caller, path);
        expect([text, idsOf(page)]).toEqual([text, idsOf({ features: expected })]);
        expect([text, page.numberMatched]).toEqual([text, expected.length]);
        expect(page.features).toEqual(expected);
        matches += expected.length;
      }
      expect(matches).toBeGreaterThan(2 * filters.length);
    },
  );

  it('has pages of which none before the last is empty, with the same number on each if it is requested', async () => {
    const caller = buildings.callers.administrator;
    const filters = drawn(10, (draw) => drawLayerFilter(draw));
    for (const { text } of takeSample(filters, 4)) {
      const all = await find(caller, { filter: text });
      const pages = await readPages(caller, { filter: text, limit: '3', count: 'exact' });
      expect([text, pages.flatMap(idsOf)]).toEqual([text, all]);
      expect(pages.map(({ numberMatched }) => numberMatched)).toEqual(pages.map(() => all.length));
      const fullPages = Math.max(0, Math.ceil(all.length / 3) - 1);
      expect([text, pages.slice(0, -1).map(({ features }) => features.length)]).toEqual([
        text,
        Array.from({ length: fullPages }, () => 3),
      ]);
    }
  });

  it('joins conditions of different tiles by AND, and those of one tile in same_tile', async () => {
    const caller = buildings.callers.administrator;
    const { features } = await readPage(caller, items);
    const filter = `height = 12 AND called = 'Old Mill'`;
    const found = await find(caller, { filter });
    const expected = features.filter(
      ({ properties }) =>
        textsOf(properties, 'height').includes('12') &&
        textsOf(properties, 'called').includes('Old Mill'),
    );
    expect(found).toEqual(idsOf({ features: expected }));
    const tiles = await buildings.readTiles(caller);
    const inOneTile = expected.filter(({ properties }) =>
      tiles
        .get(properties.resourceinstanceid)
        ?.some(
          ({ data }) =>
            data[nodes.height] === 12 && JSON.stringify(data[nodes.called]).includes('Old Mill'),
        ),
    );
    expect(await find(caller, { filter: `same_tile(${filter})` })).toEqual(
      idsOf({ features: inOneTile }),
    );
    expect(inOneTile.length).toBeLessThan(expected.length);
  });

  it('finds what a property shows of several values together, too', async () => {
    const caller = buildings.callers.administrator;
    const { features } = await readPage(caller, items);
    const joined = features.find(({ properties }) => properties['type']?.includes(', '));
    const type = joined?.properties['type'] ?? '';
    const expected = features.filter(({ properties }) => properties['type'] === type);
    expect(await find(caller, { type: '', 'node.type': type })).toEqual(
      idsOf({ features: expected }),
    );
  });

  it('is joined with a box, a time and parameters named like properties', async () => {
    const caller = buildings.callers.administrator;
    const box = '-1.85,50.9,-1.765,51.035';
    const inBox = await readPage(caller, toPath({ bbox: box }));
    const expected = inBox.features.filter(
      ({ properties }) =>
        textsOf(properties, 'called').includes('Old Mill') && properties['height'] !== null,
    );
    const parameters = {
      bbox: box,
      datetime: '2020-01-01T/..',
      called: 'Old Mill',
      filter: 'height IS NOT NULL',
    };
    expect(await find(caller, parameters)).toEqual(idsOf({ features: expected }));
    expect(expected.length).toBeGreaterThan(0);
    const asFilter = {
      filter: `("called" = 'Old Mill') AND S_INTERSECTS(geometry,BBOX(${box})) AND height IS NOT NULL`,
    };
    expect(await find(caller, asFilter)).toEqual(idsOf({ features: expected }));
    const negated = { filter: `NOT (S_INTERSECTS(geometry,BBOX(${box})))` };
    const all = await find(caller, {});
    expect(await find(caller, negated)).toEqual(all.filter((id) => !idsOf(inBox).includes(id)));
  });

  it('reads geometries in each coordinate system, and compares them with that of the feature', async () => {
    const caller = buildings.callers.administrator;
    const { features } = await readPage(caller, items);
    const [first] = features;
    const [west, south] = z
      .object({ coordinates: z.tuple([z.number(), z.number()]) })
      .parse(first?.geometry).coordinates;
    const inPlace = await find(caller, {
      filter: `S_INTERSECTS(geometry, POINT(${west} ${south}))`,
    });
    expect(inPlace).toContain(first?.id);
    expect(inPlace.length).toBeLessThan(features.length);
    for (const operator of ['S_EQUALS', 'S_WITHIN', 'S_CONTAINS']) {
      expect(
        await find(caller, { filter: `${operator}(geometry, POINT(${west} ${south}))` }),
      ).toEqual(inPlace);
    }
    const others = await find(caller, { filter: `S_DISJOINT(geometry, POINT(${west} ${south}))` });
    expect(new Set([...inPlace, ...others])).toEqual(new Set(features.map(({ id }) => id)));
    expect(
      await find(caller, {
        filter: `S_INTERSECTS(geometry, POINT(${south} ${west}))`,
        'filter-crs': 'http://www.opengis.net/def/crs/EPSG/0/4326',
      }),
    ).toEqual(inPlace);
    const near = await find(caller, { filter: `near(${west}, ${south}, 2500)` });
    expect(near.length).toBeGreaterThan(inPlace.length);
    expect(near.length).toBeLessThan(features.length);
  });

  it('asks dates and concepts by functions', async () => {
    const caller = buildings.callers.administrator;
    const { features } = await readPage(caller, items);
    const barrows = features.filter(({ properties }) =>
      textsOf(properties, 'type').some((text) => text !== 'Haus'),
    );
    expect(await find(caller, { filter: `below(type, 'Barrow')` })).toEqual(
      idsOf({ features: barrows }),
    );
    const early = features.filter(({ properties }) =>
      textsOf(properties, 'built').some((text) => ['-0500', 'Y-20000'].includes(text)),
    );
    expect(await find(caller, { filter: `before(built, '0001')` })).toEqual(
      idsOf({ features: early }),
    );
    expect(await find(caller, { filter: `overlaps(built, '-0600/-0400')` })).toEqual(
      idsOf({
        features: features.filter(({ properties }) =>
          textsOf(properties, 'built').includes('-0500'),
        ),
      }),
    );
  });

  it('is the same in CQL2 JSON', async () => {
    const caller = buildings.callers.administrator;
    const filter = JSON.stringify({
      op: 'and',
      args: [
        { op: '=', args: [{ property: 'called' }, 'Old Mill'] },
        { op: 'not', args: [{ op: 'isNull', args: [{ property: 'height' }] }] },
      ],
    });
    const asText = { filter: `called = 'Old Mill' AND height IS NOT NULL` };
    const found = await find(caller, { filter, 'filter-lang': 'cql2-json' });
    expect(found).toEqual(await find(caller, asText));
    expect(found.length).toBeGreaterThan(0);
  });

  it.each([
    ['height + 1 = 2', 'arithmetic'],
    ['height = called', 'property-property'],
    [`A_CONTAINS(type, ('a'))`, 'array-functions'],
    [`T_MEETS(built, DATE('1850-01-01'))`, 'temporal-functions'],
    [`size(height)`, 'functions'],
    [`heigth = 12`, 'Similar properties: height'],
    [`height > 'tall'`, 'has numbers'],
    [`built < 'later'`, 'has dates'],
    [`built < DATE('-0500-01-01')`, 'overlaps'],
    [`CASEI(called) = 'x'`, 'both sides'],
    [`below(type, 'Castle')`, 'no label, id or URI'],
    [`same_tile(height = 12 AND state = 'Gut')`, 'one card'],
    [`geometry = 'x'`, 'S_INTERSECTS'],
    ['called', 'no condition'],
    ['', 'must not be empty'],
    ['('.repeat(1000), 'brackets'],
    [`called = '\u0000'`, 'U+0000'],
  ])('that cannot be followed is a 400 with advice: %s', async (filter, advice) => {
    const response = await buildings.callers.administrator.sendRequest('GET', toPath({ filter }));
    expect(response.status).toBe(400);
    expect((await readProblem(response)).detail).toContain(advice);
  });

  it('does not know a column that is closed to the caller, as if it did not exist', async () => {
    const closed = drawn(60, (draw) => drawLayerFilter(draw)).filter((filter) => !isOpen(filter));
    expect(closed.length).toBeGreaterThan(5);
    for (const { text } of closed) {
      const { reader } = buildings.callers;
      const response = await reader.sendRequest('GET', toPath({ filter: text }));
      expect([text, response.status]).toEqual([text, 400]);
      expect((await readProblem(response)).detail).toMatch(/"(state|isopen)" is no property/);
    }
  });

  it('refuses a parameter that is no property, with similar names', async () => {
    const { administrator, reader } = buildings.callers;
    const response = await administrator.sendRequest('GET', toPath({ caled: 'Old Mill' }));
    expect(response.status).toBe(400);
    expect((await readProblem(response)).detail).toContain('Similar properties: called');
    const closed = await reader.sendRequest('GET', toPath({ state: 'Gut' }));
    expect(closed.status).toBe(400);
    expect((await readProblem(closed)).detail).not.toContain('Similar');
  });

  it('finds a record by the name that the column shows to the caller alone', async () => {
    for (const caller of Object.values(buildings.callers)) {
      const { features } = await readPage(caller, items);
      const names = new Set(features.flatMap(({ properties }) => textsOf(properties, 'beside')));
      for (const name of [...names].slice(0, 3)) {
        const expected = features.filter(({ properties }) =>
          textsOf(properties, 'beside').includes(name),
        );
        expect(await find(caller, { beside: name })).toEqual(idsOf({ features: expected }));
      }
    }
  });
});
