import { readFile } from 'node:fs/promises';

import { beforeAll, describe, expect, it } from 'vitest';

import { toFunctionName } from '../../infra/generate/functions.ts';
import { loadOperations } from '../../infra/generate/operations.ts';
import { assetNames } from '../../lib/pages/layout/asset-names.generated.ts';
import { openGateway, type Gateway } from './emulator/gateway.ts';
import { loadPackagedService } from './emulator/load-packaged-service.ts';
import { listRoutedOperations } from './operations.ts';

/** What the words of pages in all languages and their formatter add to a bundle at most. */
const wordsBytes = 212_000;

type MeasuredBundle = {
  readonly functionName: string;
  readonly hasWords: boolean;
  readonly bytesWithoutWords: number;
};

async function measureBundles(): Promise<readonly MeasuredBundle[]> {
  const { bundles } = await loadPackagedService();
  return Promise.all(
    bundles.map(async ({ functionName, bytes, file }) => {
      const hasWords = (await readFile(file, 'utf8')).includes('Skip to the content');
      return { functionName, hasWords, bytesWithoutWords: bytes - (hasWords ? wordsBytes : 0) };
    }),
  );
}

let gateway: Gateway;

beforeAll(async () => {
  gateway = await openGateway('bundles');
});

/** Operations that answer without the database and without `indent`. The sitemap is off by default. */
const statusesWithoutDatabase: Readonly<Record<string, readonly number[]>> = {
  'get-robots': [200],
  'get-docs': [200],
  'get-docs-subject': [404],
  'get-asset': [404],
  'get-map': [200],
  'get-sitemap': [404],
  // The path has no zoom.
  'get-node-tile': [404],
};

describe('the bundles for AWS', () => {
  it('can all be loaded and called', async () => {
    for (const { operation, examplePath, method } of await listRoutedOperations(gateway.api)) {
      const request = new Request(`https://a.test${examplePath}?indent=x`, { method });
      const { status } = await gateway.fetch(request);
      // Operations that need the database fail after they are loaded.
      const expected = 'indent' in operation.parameters.shape ? [400] : [303, 400, 401, 403, 500];
      expect(statusesWithoutDatabase[operation.id] ?? expected).toContain(status);
    }
  });

  it('serve each static file that pages name, for as long as a cache likes', async () => {
    for (const name of Object.values(assetNames)) {
      const response = await gateway.fetch(new Request(`https://a.test/assets/${name}`));
      expect([response.status, response.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
      expect((await response.bytes()).length).toBeGreaterThan(300);
    }
  });

  it.each(['map.js', '..%2Ffunctions%2Fservice%2Fasset.mjs', 'map-style.exe', '%00.js'])(
    'serve no other file: %s',
    async (name) => {
      const response = await gateway.fetch(new Request(`https://a.test/assets/${name}`));
      expect(response.status).toBe(404);
    },
  );

  it('stream exactly the operations that are declared as streamed', async () => {
    // A request fails if only the gateway or only the function streams.
    const operations = await listRoutedOperations(gateway.api);
    const streamedOperations = operations.filter(({ operation }) => operation.isStreamed === true);
    for (const { operation, examplePath, method } of streamedOperations) {
      const request = new Request(`https://a.test${examplePath}?indent=x`, { method });
      const response = await gateway.fetch(request);
      expect([response.status, response.headers.get('vary')]).toEqual([
        // Operations without this parameter fail without a database.
        'indent' in operation.parameters.shape ? 400 : 500,
        expect.stringMatching(/, Accept-Encoding$/),
      ]);
      expect((await response.bytes()).length).toBe(Number(response.headers.get('content-length')));
    }
    expect(streamedOperations.map(({ examplePath }) => examplePath)).toContain('/geojson');
  });

  it('answer 404 to a path without an operation', async () => {
    const response = await gateway.fetch(new Request('https://a.test/nothing'));
    expect(response.status).toBe(404);
  });

  it('do not contain the AWS client if they need no data', async () => {
    const bundles = await measureBundles();
    const smallBundles = bundles.filter(({ functionName }) =>
      /^(fallback|health)$/.test(functionName),
    );
    // The page for unknown addresses has the style of pages.
    const maxBytesOf = (name: string): number => (name === 'fallback' ? 170_000 : 140_000);
    expect(
      smallBundles.map(
        ({ functionName, bytesWithoutWords }) => bytesWithoutWords < maxBytesOf(functionName),
      ),
    ).toStrictEqual([true, true]);
  });

  it('contain the words of pages exactly if they have pages', async () => {
    const pages = (await loadOperations()).filter(
      ({ operation: { access, formats } }) =>
        access === 'session' || formats?.includes('html') === true,
    );
    const withWords = (await measureBundles()).filter(({ hasWords }) => hasWords);
    expect(withWords.map(({ functionName }) => functionName).toSorted()).toEqual(
      pages.map(({ operation }) => toFunctionName(operation.id)).toSorted(),
    );
  });

  it('do not contain the chain of credential providers', async () => {
    const bundles = await measureBundles();
    // The whole chain of providers would add 117 KB. Writing functions contain every datatype and the planning of changes; those that
    // accept documents also contain JSON-LD. They check and copy uploaded files by signed requests, without the client of S3.
    const maxBytesOf = (name: string): number => {
      if (/^(create|put)Resource/.test(name)) return 604_000;
      // The function that writes exports also contains the client of S3, the linked shape, and SKOS, tables and FlatGeobuf, and follows conditions.
      if (name === 'export') return 712_000;
      // The page of a search also follows the searches of Arches.
      if (name === 'getSearch') return 625_000;
      // Conditions and filters: their grammar, and what each datatype can be searched by.
      if (
        /^(searchResources|listResources|(get|query)(Geojson|Facets)|getNodeTile|getOgc\w*Tile|listOgcItems)$/.test(
          name,
        )
      )
        return 589_000;
      // The parameters and layouts of Arches.
      if (/ormerSearch/.test(name)) return 461_000;
      if (name === 'getOpenapi') return 634_000;
      // The whole description, with the style of pages and the client for the reader's session.
      if (name.startsWith('getDocs')) return 840_000;
      // It contains the description below /ogc.
      if (name === 'getOgcApi') return 512_000;
      // The style of pages and the filter of rich text add 52 KB.
      if (
        /^(get|list)Ogc|^(getResource|listResources|getResourceHistory|getConcept|getMap|getGraph|listGraphs|listConcepts|getLandingPage)$/.test(
          name,
        )
      )
        return 504_000;
      return /^(createTile|write)/.test(name) ? 485_000 : 437_000;
    };
    expect(
      bundles.filter(
        ({ functionName, bytesWithoutWords }) => bytesWithoutWords >= maxBytesOf(functionName),
      ),
    ).toEqual([]);
  });
});

describe('the packaged template', () => {
  it('has at most 400 resources, above which it must be split', async () => {
    const { template } = await loadPackagedService();
    expect(Object.keys(template.Resources).length).toBeLessThanOrEqual(400);
  });
});
