import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { runQuery } from '../../../lib/data-api/query.ts';
import type { ResourceContent } from '../../../lib/json-ld/shape.ts';
import { cachedGraph } from '../../../lib/queries/graphs/graph-cache.ts';
import { parseResourceId } from '../../../lib/model/ids.ts';
import { buildResourceTree } from '../../../lib/model/resources/resource-tree.ts';
import { parseTiles } from '../../../lib/queries/resources/parse-tiles.ts';
import { findResourceDocument } from '../../../lib/queries/resources/resource-document.ts';
import { writeJsonLd } from '../../../lib/json-ld/write-json-ld.ts';
import { rdfFormatNames } from '../../../lib/rdf/formats.ts';
import type { Shape } from '../../../lib/json-ld/shape.ts';
import { resourceShapes } from '../../../lib/serializers/resources/resource-shapes.ts';
import { createReferenceLookup } from '../../../lib/serializers/resources/reference-lookup.ts';
import { sameGraphs } from '../../lib/rdf/judges.ts';
import { createTestAccount } from '../../support/accounts.ts';
import { queryColumn, openSampleService } from '../../support/sample.ts';
import { testDataSets } from '../../support/test-data-sets.ts';
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
    administrator = await createTestAccount(service, 'administrator', { isAdministrator: true });
    await service.openToGuest();
  });

  afterAll(async () => service?.close());

  /** What a resource instance is written from, for somebody who may read everything. */
  async function read(id: string): Promise<Found | undefined> {
    const query = findResourceDocument(administrator, parseResourceId(id), {
      omitsHidden: false,
      detail: 'names',
      showsNames: true,
      representation: '',
      cachedPublications: [],
      ifNoneMatch: [],
      ifModifiedSince: null,
    });
    // The database keeps what is asked with a token, as everybody with an account does.
    const source = await runQuery(service.stack.data.read, { ...query, isPrepared: false });
    if (source.header === undefined) throw new Error(`${id} cannot be read.`);
    const graph = cachedGraph(source.header.publicationId, source.graph);
    if (!graph.hasOntology) return undefined;
    const tiles = parseTiles(source);
    const root = buildResourceTree(graph, tiles);
    const referenced = createReferenceLookup(source, baseUrl);
    return {
      content: { baseUrl, graph, resourceId: id, root, referenced },
      tileIds: tiles.map(({ tileId }) => tileId),
    };
  }

  describe.each(testDataSets)('of $name', ({ load }) => {
    const found: Found[] = [];

    beforeAll(async () => {
      await load(service);
      const ids = await queryColumn(
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
        const trees = found.map(({ content }) => resourceShapes[shape](content));
        await expect(sameGraphs(trees)).resolves.toBeUndefined();
      },
      aLongTime,
    );

    it('has every tile in the shape of the specification', () => {
      for (const { content, tileIds } of found) {
        const text = writeJsonLd(resourceShapes.specification(content));
        expect(tileIds.filter((id) => !text.includes(`/tile/${id}/node/`))).toEqual([]);
      }
    });

    it('is the same bytes whenever it is asked for', async () => {
      for (const { content } of found.slice(0, 12)) {
        const queries = rdfFormatNames.map((format) => `?format=${format}`);
        for (const query of [...queries, '?profile=linked']) {
          const text = async (): Promise<string> =>
            (await service.fetch(`/resources/${content.resourceId}${query}`)).text();
          expect(await text()).toBe(await text());
        }
      }
    });
  });
});
