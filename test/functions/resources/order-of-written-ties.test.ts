import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { id } from '../../infra/cli/import/graphs/example.ts';
import { fingerprint } from '../../infra/cli/import/importing.ts';
import { runCount } from '../../support/random/run-count.ts';
import type { TestWriter } from '../writing/writers.ts';
import { openTiedService, type TiedService } from './tied-forms.ts';
import {
  expectedOrders,
  graphId,
  placeTile,
  shownOrders,
  tiedTiles,
  titleTile,
  type TiedTile,
} from './tied-things.ts';

let tied: TiedService;
beforeAll(async () => {
  tied = await openTiedService();
});
afterAll(async () => tied?.service.close());

const thing = id(61_000);

const send = async (writer: TestWriter, method: string, path: string, body: unknown) => {
  const response = await writer.sendRequest(method, path, body, {
    'Content-Type': 'application/json',
  });
  const text = await response.text();
  if (!response.ok) throw new Error(text);
  return text;
};

const put = async (tiles: readonly TiedTile[], resource = thing) =>
  send(tied.writers.administrator, 'PUT', `/resources/things/${resource}?format=service-json`, {
    resourceinstanceid: resource,
    graph_id: graphId,
    tiles,
  });

const postTile = async (writer: TestWriter, tile: TiedTile, resource = thing) =>
  send(writer, 'POST', `/api/tiles/${tile.tileid}`, { ...tile, resourceinstance_id: resource });

const readTitles = async (writer: TestWriter, resource = thing) =>
  shownOrders(JSON.stringify(await writer.read(`/resources/${resource}?format=service-json`)))[
    'title'
  ];

/** Titles with one sort order, whose order by id is not that of their numbers. */
const tile = (number: number, first = 71_000): TiedTile => titleTile(id(first - number), 0, number);

const documentSchema = z.looseObject({ tiles: z.array(z.unknown()) });

describe('written tiles with the same sort order', () => {
  it('are in the order of the document in every form, and a document that was read changes nothing (random documents)', async () => {
    const given = tiedTiles.map((tiles) =>
      tiles.map((drawn) => ({ ...drawn, sortorder: drawn.sortorder ?? 0 })),
    );
    await fc.assert(
      fc.asyncProperty(given, async (tiles) => {
        await tied.empty();
        await put([placeTile, ...tiles]);
        expect(await tied.findOtherForms(thing, expectedOrders(tiles))).toEqual({});
        const before = await fingerprint(tied.service.stack.owner);
        const path = `/resources/${thing}?format=service-json`;
        const document = documentSchema.parse(await tied.writers.administrator.read(path));
        for (const again of [document.tiles, document.tiles.toReversed()])
          await send(tied.writers.administrator, 'PUT', path, { ...document, tiles: again });
        expect(await fingerprint(tied.service.stack.owner)).toEqual(before);
      }),
      runCount(40, 3),
    );
  });

  it('stay where they are, and later ones come last', async () => {
    await tied.empty();
    await put([placeTile, tile(0), tile(1)]);
    await postTile(tied.writers.administrator, tile(2));
    await put([tile(4), tile(2), tile(1), tile(3), tile(0), placeTile]);
    expect(await tied.findOtherForms(thing, { title: [0, 1, 2, 4, 3] })).toEqual({});
  });

  it('are in the order of their creation where one gets the sort order of others', async () => {
    await tied.empty();
    await put([placeTile, tile(0), { ...tile(1), sortorder: 1 }, { ...tile(2), sortorder: 1 }]);
    await postTile(tied.writers.administrator, { ...tile(0), sortorder: 1 });
    expect(await tied.findOtherForms(thing, { title: [0, 1, 2] })).toEqual({});
  });

  it('are in the answer to a JSON-LD document as in the document itself', async () => {
    await tied.empty();
    await put([placeTile, tile(2), tile(0), tile(1)]);
    const path = `/resources/${thing}?format=json-ld`;
    const { administrator } = tied.writers;
    const document = JSON.stringify(await administrator.read(path));
    const answer = await send(administrator, 'PUT', path, document.replace('title:0.', 'title:5.'));
    expect(shownOrders(answer)['title']).toEqual([2, 5, 1]);
    expect(JSON.parse(answer)).toEqual(await administrator.read(path));
  });

  it('are for others as if there were no proposals of somebody else among them', async () => {
    await tied.empty();
    const { administrator, author, anotherAuthor, reader } = tied.writers;
    const write = async (resource: string, first: number, hasProposals: boolean) => {
      await put(
        [{ ...placeTile, tileid: id(first + 1) }, tile(1, first), tile(0, first)],
        resource,
      );
      if (hasProposals) await postTile(author, tile(7, first), resource);
      await postTile(administrator, tile(2, first), resource);
      if (hasProposals) await postTile(author, tile(8, first), resource);
      await postTile(anotherAuthor, tile(3, first), resource);
      return {
        reader: await readTitles(reader, resource),
        anotherAuthor: await readTitles(anotherAuthor, resource),
      };
    };
    const withProposals = await write(id(62_001), 72_000, true);
    expect(withProposals).toEqual(await write(id(62_002), 73_000, false));
    expect(withProposals.reader).toEqual([1, 0, 2]);
    expect(await readTitles(administrator, id(62_001))).toEqual([1, 0, 7, 2, 8, 3]);
  });
});
