import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { readMapping } from '../../../../../infra/cli/import/csv/read-mapping.ts';
import { detectContentOfBytes } from '../../../../../infra/cli/import/package/detect-content.ts';
import { findPackageFiles } from '../../../../../infra/cli/import/package/find-package-files.ts';
import {
  importPackage,
  formatPackageSummary,
} from '../../../../../infra/cli/import/package/import-package.ts';
import { id, NAME } from '../graphs/example.ts';
import { createTestContext, openWorkshop, type Workshop } from '../importing.ts';
import { monument, monumentGraph, namedMonument, tile } from '../monuments.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-package-'));
  await writePackageFile('graphs/resource_models/Monument.json', { graph: [monumentGraph()] });
});

afterEach(async () => rm(folder, { recursive: true }));

async function writePackageFile(name: string, content: unknown): Promise<void> {
  const file = path.join(folder, name);
  await mkdir(path.dirname(file), { recursive: true });
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(file, /\.gz$/i.test(name) ? gzipSync(text) : text);
}

const findFiles = async () => {
  const files = await findPackageFiles(folder);
  const toRelativePath = (file: string): string => path.relative(folder, file);
  return {
    resources: files.resources.map(toRelativePath),
    graphs: files.graphs.map(toRelativePath),
    concepts: files.concepts.map(toRelativePath),
    notRead: files.notRead.map(({ file, reason }) => [toRelativePath(file), reason]),
  };
};

const settings = monument(1, [], {
  graph_id: 'FF623370-FA12-11E6-B98B-6C4008B05C4C'.toLowerCase(),
});
const record = namedMonument(1, 'Tower');
const { resourceinstance, tiles } = record;
const shapes: readonly (readonly [shape: string, extension: string, content: unknown])[] = [
  [
    'a document of business data',
    'json',
    { business_data: { relations: [], resources: [record] } },
  ],
  [
    'business data after other members',
    'json.gz',
    { reference_data: [{ a: '}' }], business_data: { resources: [record] } },
  ],
  ['a list under business_data', 'json', { business_data: [record] }],
  ['a list', 'json', [record]],
  ['a list whose first record is damaged', 'json', [null, { resourceinstance: 7 }, record]],
  ['one record', 'json', record],
  ['one record with its tiles first', 'json', { tiles, resourceinstance }],
  ['one flat record', 'json', { displayname: 'Tower', ...Object(resourceinstance), tiles }],
  ['lines', 'jsonl', `\n${JSON.stringify(record)}\n`],
  ['packed lines', 'jsonl.gz', JSON.stringify(record)],
  ['packed lines with the extension in upper case', 'JSONL.GZ', JSON.stringify(record)],
  [
    'one record that is larger than the part of a file that is searched',
    'json',
    { tiles: [tile(1, NAME, { [NAME]: 'x'.repeat(600_000) })], resourceinstance },
  ],
];

describe('the thesauri of a package', () => {
  it.each(['a.xml', 'a.rdf.gz', 'a.skos', 'a.ttl', 'a.turtle.gz', 'a.nt', 'a.jsonld.gz'])(
    'are found in every format: %s',
    async (name) => {
      await writePackageFile(`reference_data/concepts/${name}`, '');
      expect((await findFiles()).concepts).toEqual([`reference_data/concepts/${name}`]);
    },
  );
});

it.each(['ontology_config.json', 'Ontology_Config.JSON'])(
  'the files beside %s are parts of an ontology, not thesauri',
  async (name) => {
    await writePackageFile(`reference_data/${name}`, {});
    await writePackageFile('reference_data/base.xml', '');
    expect(await findFiles()).toMatchObject({ concepts: [], notRead: [] });
  },
);

describe('the order of the files of a package', () => {
  const subfolders = async (place: string, kind: 'graphs' | 'concepts') =>
    (await findPackageFiles(path.join(folder, place)))[kind].map((file) =>
      path.relative(path.join(folder, place), file),
    );

  it('has branches before resource models and thesauri before collections, in any letter case', async () => {
    for (const name of ['A', 'Branches', 'C'])
      await writePackageFile(`graphs/${name}/a.json`, { graph: [monumentGraph()] });
    for (const name of ['A', 'Collections', 'Z'])
      await writePackageFile(`reference_data/${name}/a.xml`, '');
    expect(await subfolders('.', 'graphs')).toEqual([
      'graphs/Branches/a.json',
      'graphs/A/a.json',
      'graphs/C/a.json',
      'graphs/resource_models/Monument.json',
    ]);
    expect(await subfolders('.', 'concepts')).toEqual(
      ['A', 'Z', 'Collections'].map((name) => `reference_data/${name}/a.xml`),
    );
  });

  it('does not depend on the folders that the package is in', async () => {
    for (const name of ['a', 'branches'])
      await writePackageFile(`branches/graphs/${name}/a.json`, { graph: [monumentGraph()] });
    for (const name of ['collections', 'z'])
      await writePackageFile(`collections/reference_data/${name}/a.xml`, '');
    expect(await subfolders('branches', 'graphs')).toEqual([
      'graphs/branches/a.json',
      'graphs/a/a.json',
    ]);
    expect(await subfolders('collections', 'concepts')).toEqual([
      'reference_data/z/a.xml',
      'reference_data/collections/a.xml',
    ]);
  });
});

describe('the mapping of a CSV file of a package', () => {
  it.each([
    ['mills.csv', 'mills.mapping'],
    ['mills.csv.gz', 'mills.mapping'],
    ['mills.CSV.GZ', 'mills.MAPPING'],
    ['mills.csv', 'mills.Mapping'],
  ])('is beside it with any letter case of the extensions: %s, %s', async (name, mapping) => {
    await writePackageFile(`json/${name}`, 'ResourceID\n');
    await writePackageFile(`json/${mapping}`, { resource_model_id: id(1), nodes: [] });
    expect(await findFiles()).toMatchObject({ resources: [`json/${name}`], notRead: [] });
    expect(await readMapping(path.join(folder, 'json', name))).toMatchObject({ graphId: id(1) });
  });
});

describe('the records of a package', () => {
  it.each(shapes)(
    'are recognised by their content, in any folder: %s',
    async (_shape, extension, content) => {
      const names = ['business_data', 'json', 'graphs', 'reference_data/concepts', 'a/b/c', '.']
        .map((place) => path.join(place, `data.${extension}`))
        .sort();
      for (const name of names) await writePackageFile(name, content);
      expect(await findFiles()).toEqual({
        resources: names,
        graphs: ['graphs/resource_models/Monument.json'],
        concepts: [],
        notRead: [],
      });
    },
  );

  it.each([
    ['a graph', { graph: [monumentGraph()] }],
    ['a graph with no records', { graph: [monumentGraph()], business_data: [] }],
    [
      'a thesaurus without records',
      { reference_data: [{ tiles: 1 }], business_data: { resources: [] } },
    ],
    ['an index', { models: { [id(1)]: { name: 'Monument' } } }],
    ['a list of other things', [{ tiles: [1] }, { resourceinstanceid: id(1) }, 'data']],
    ['GeoJSON', { type: 'FeatureCollection', features: [{ properties: { graph_id: id(1) } }] }],
    ['no JSON', 'tiles'],
    ['nothing', ''],
  ])('are not found in %s in another folder', async (_what, content) => {
    await writePackageFile('json/other.json', content);
    expect(await findFiles()).toMatchObject({
      resources: [],
      graphs: ['graphs/resource_models/Monument.json'],
      notRead: [['json/other.json', 'it is not a known part of a package']],
    });
  });

  it('do not include the system settings of another installation, in any folder', async () => {
    const names = ['System_Settings/records.json', 'business_data/a.json', 'json/b.json'];
    for (const name of names) {
      await writePackageFile(name, {
        business_data: { resources: [name.startsWith('S') ? record : settings] },
      });
    }
    const { resources, notRead } = await findFiles();
    expect(resources).toEqual([]);
    expect(notRead).toEqual(
      names.map((name) => [name, 'it has the system settings of another installation']),
    );
  });

  it('do not include records in hidden folders and in folders of tools', async () => {
    for (const place of ['.git', '.cache/a', 'node_modules/a', '__MACOSX', 'a/.b'])
      await writePackageFile(`${place}/data.json`, [record]);
    await writePackageFile('business_data/.data.json', [record]);
    expect(await findFiles()).toMatchObject({ resources: [], notRead: [] });
  });

  it('are found through symbolic links, each file once, even if the links form a circle', async () => {
    const elsewhere = await mkdtemp(path.join(tmpdir(), 'heritage-elsewhere-'));
    await writeFile(path.join(elsewhere, 'far.json'), JSON.stringify([record]));
    await writePackageFile('z/near.json', [record]);
    await symlink(elsewhere, path.join(folder, 'a-link'));
    await symlink('z/near.json', path.join(folder, 'b-link.json'));
    await symlink('..', path.join(folder, 'z', 'circle'));
    await symlink('nowhere.json', path.join(folder, 'c-link.json'));
    expect(await findFiles()).toMatchObject({
      resources: ['a-link/far.json', 'z/near.json'],
      notRead: [],
    });
    await rm(elsewhere, { recursive: true });
  });

  it('are found in a file that also has a graph', async () => {
    const name = 'graphs/both.json';
    await writePackageFile(name, {
      business_data: { resources: [record] },
      graph: [monumentGraph()],
    });
    const { resources, graphs } = await findFiles();
    expect([resources, graphs]).toEqual([
      [name],
      ['graphs/both.json', 'graphs/resource_models/Monument.json'],
    ]);
  });

  it('are searched for only at the beginning of a file', async () => {
    let chunkCount = 0;
    async function* yieldEndlessly() {
      yield Buffer.from('{"other": [');
      for (;;) {
        chunkCount += 1;
        yield Buffer.from('1, '.repeat(10_000));
      }
    }
    expect(await detectContentOfBytes(yieldEndlessly(), false)).toBe('other');
    expect(await detectContentOfBytes(yieldEndlessly(), true)).toBe('other');
    expect(chunkCount).toBeLessThan(25);
  });
});

describe('an import of a package', () => {
  let workshop: Workshop;

  beforeAll(async () => {
    workshop = await openWorkshop();
  });

  afterAll(async () => workshop.close());

  const importFolder = async (options?: Parameters<typeof createTestContext>[1]) => {
    const context = createTestContext(workshop.stack.dataApi, options);
    const imported = await importPackage(folder, context);
    return { imported, codes: context.problems.map(({ severity, code }) => [severity, code]) };
  };

  it.each([
    ['a spreadsheet', 'business_data/Monument.xlsx'],
    ['JSON-LD', 'business_data/Monument.jsonld'],
  ])('fails if no business data of the package was read: %s', async (_what, name) => {
    await writePackageFile(name, 'ResourceID,Name\n');
    for (const options of [{}, { dryRun: true }, { strict: true }])
      expect((await importFolder(options)).codes).toEqual([['error', 'business_data_not_read']]);
    await writePackageFile('json/data.json', [record]);
    expect((await importFolder()).codes).toEqual([]);
  });

  it.each([
    ['notes', 'business_data/README.md'],
    ['uploaded files', 'business_data/files/plan.pdf'],
    ['a table elsewhere', 'tables/Monument.csv'],
    ['system settings', 'system_settings/System_Settings.json'],
    ['relations', 'business_data/relations/all.relations'],
  ])('does not fail if the package has only %s besides its graphs', async (_what, name) => {
    const text = 'resourceinstanceidfrom,resourceinstanceidto\n';
    await writePackageFile(
      name,
      name.endsWith('.json') ? { business_data: { resources: [settings] } } : text,
    );
    expect((await importFolder()).codes).toEqual([]);
  });

  it('imports records that are in two files once, and counts them once', async () => {
    const records = [namedMonument(1, 'Tower'), namedMonument(2, 'Mill')];
    await writePackageFile('business_data/data.json', { business_data: { resources: records } });
    await writePackageFile(
      'json/data.jsonl.gz',
      records.map((one) => JSON.stringify(one)).join('\n'),
    );
    const { imported, codes } = await importFolder();
    expect(imported.resources).toMatchObject({ read: 2, tiles: 2, leftOut: 0 });
    expect(codes).toEqual([
      ['warning', 'repeated_record'],
      ['warning', 'repeated_record'],
    ]);
    expect(formatPackageSummary(imported).join('\n')).toContain(
      'Resource instances: 2 read (2 tiles)',
    );
  });
});
