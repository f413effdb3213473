import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { run } from '../../../lib/data-api/query.ts';
import type { ResourceContent } from '../../../lib/json-ld/shape.ts';
import { cachedGraph } from '../../../lib/queries/graphs/graph-cache.ts';
import { parseResourceId } from '../../../lib/model/ids.ts';
import { resourceTree } from '../../../lib/model/resources/resource-tree.ts';
import { parsedTiles } from '../../../lib/queries/resources/parsed-tiles.ts';
import { resourceDocument } from '../../../lib/queries/resources/resource-document.ts';
import { writeJsonLd } from '../../../lib/json-ld/write.ts';
import { rdfFormatNames } from '../../../lib/rdf/formats.ts';
import type { Shape } from '../../../lib/json-ld/shape.ts';
import { shapes } from '../../../lib/serializers/resources/resource-shapes.ts';
import { referencedIn } from '../../../lib/serializers/resources/referenced.ts';
import { sameGraphs } from '../../lib/rdf/judges.ts';
import { createAccount } from '../../support/accounts.ts';
import { column, openSampleService } from '../../support/sample.ts';
import { sources } from '../../support/sources.ts';
import { baseUrl, type TestService } from '../../support/service.ts';

type Found = { readonly content: ResourceContent; readonly tileIds: readonly string[] };

/** Milliseconds: millions of statements. */
const aLongTime = 900_000;

const everyShape: readonly Shape[] = ['specification', 'linked'];

describe('every resource instance', () => {
  let service: TestService;
  let administrator: number;
  const seen = new Set<string>();

  beforeAll(async () => {
    service = await openSampleService();
    administrator = await createAccount(service, 'administrator', { isAdministrator: true });
    await service.open();
  });

  afterAll(async () => service?.close());

  /** What a resource instance is written from, for somebody who may read everything. */
  async function read(id: string): Promise<Found | undefined> {
    const query = resourceDocument(administrator, parseResourceId(id), {
      leaveOutHidden: false,
      detail: 'names',
      showsNames: true,
      representation: '',
      cachedPublications: [],
      knownTags: [],
      modifiedSince: null,
    });
    // The database keeps what is asked with a token, as everybody with an account does.
    const source = await run(service.stack.data.read, { ...query, isKept: false });
    if (source.header === undefined) throw new Error(`${id} cannot be read.`);
    const graph = cachedGraph(source.header.publicationId, source.graph);
    if (!graph.hasOntology) return undefined;
    const tiles = parsedTiles(source);
    const root = resourceTree(graph, tiles);
    const referenced = referencedIn(source, baseUrl);
    return {
      content: { baseUrl, graph, resourceId: id, root, referenced },
      tileIds: tiles.map(({ tileId }) => tileId),
    };
  }

  describe.each(sources)('of $name', ({ load }) => {
    const found: Found[] = [];

    beforeAll(async () => {
      await load(service);
      const ids = await column(
        service,
        'select r.resource_id from resource r order by r.resource_id',
      );
      for (const id of ids.filter((one) => !seen.has(one))) {
        seen.add(id);
        const one = await read(id);
        if (one !== undefined) found.push(one);
      }
    });

    it('is there with its tiles', () => {
      expect(found.length).toBeGreaterThan(15);
    });

    it.each(everyShape)(
      'is the same RDF graph in JSON-LD, RDF/XML, Turtle and N-Triples, as outside parsers read them (%s)',
      async (shape) => {
        const trees = found.map(({ content }) => shapes[shape](content));
        await expect(sameGraphs(trees)).resolves.toBeUndefined();
      },
      aLongTime,
    );

    it('has every tile in the shape of the specification', () => {
      for (const { content, tileIds } of found) {
        const text = writeJsonLd(shapes.specification(content));
        expect(tileIds.filter((id) => !text.includes(`/tile/${id}/node/`))).toEqual([]);
      }
    });

    it('is the same bytes whenever it is asked for', async () => {
      for (const { content } of found.slice(0, 12)) {
        const queries = rdfFormatNames.map((format) => `?format=${format}`);
        for (const query of [...queries, '?profile=linked']) {
          const text = async (): Promise<string> =>
            (await service.get(`/resources/${content.resourceId}${query}`)).text();
          expect(await text()).toBe(await text());
        }
      }
    });
  });
});
