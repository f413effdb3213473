import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import { exportPackage } from '../../../infra/cli/export/package/export-package.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { silentProgress } from '../../../infra/cli/progress.ts';
import { openNoFileStore } from '../../support/import-context.ts';
import { runStatement } from '../../support/sample.ts';
import { baseUrl, openTestService, type TestService } from '../../support/service.ts';
import { withJsonFile, withTemporaryFolder } from '../../support/temporary-file.ts';
import { createWriters, type TestWriters } from '../writing/writers.ts';
import {
  graphId,
  note,
  place,
  shownOrders,
  tiedThings,
  title,
  type Orders,
} from './tied-things.ts';

/** The service with the model of things and a spatial view of them. All groups may read. */
export type TiedService = {
  readonly service: TestService;
  readonly writers: TestWriters;
  /** Deletes all things. */
  readonly empty: () => Promise<void>;
  /** Reads every form. @returns those that show the texts of the only thing in other orders, or as its name not its first title */
  readonly findOtherForms: (
    thing: string,
    orders: Orders,
  ) => Promise<Readonly<Record<string, Orders>>>;
};

/** What reads an answer, by the name of its form. */
type Forms = Readonly<Record<string, () => Promise<string>>>;

export async function openTiedService(): Promise<TiedService> {
  const service = await openTestService();
  await withJsonFile({ graph: [tiedThings] }, (file) =>
    importGraphs([file], service.importContext),
  );
  const writers = await createWriters(service);
  const view = {
    slug: 'view',
    description: 'Things',
    geometrynodeid: place,
    language: 'en-US',
    attributenodes: [title, note].map((nodeid) => ({ nodeid, description: '' })),
  };
  const headers = { 'Content-Type': 'application/json' };
  const { administrator } = writers;
  const response = await administrator.sendRequest('POST', '/api/spatialviews', view, headers);
  if (!response.ok) throw new Error(await response.text());
  await runStatement(service, 'update account_group set can_read = true');
  const read = async (address: string): Promise<string> => {
    const answer = await administrator.sendRequest('GET', address);
    const body = Buffer.from(await answer.arrayBuffer()).toString('utf8');
    if (!answer.ok) throw new Error(`${address}: ${body}`);
    return body;
  };
  return {
    service,
    writers,
    empty: async () => runStatement(service, 'delete from resource'),
    findOtherForms: async (thing, orders) => ({
      ...(await selectOthers(listWholeForms(thing, read, service), orders)),
      ...(await selectOthers(listNameForms(thing, read), {
        title: orders['title']?.slice(0, 1) ?? [],
      })),
    }),
  };
}

/** What shows all texts. */
function listWholeForms(
  thing: string,
  read: (address: string) => Promise<string>,
  { stack }: TestService,
): Forms {
  const features = `/geojson?nodegroups=${title},${note}&resourceid=${thing}`;
  const texts = 'select v.title, v.note from public.view_point v';
  return {
    'service-json': () => read(`/resources/${thing}?format=service-json`),
    'business data': () => read(`/resources/${thing}?format=json`),
    'JSON-LD': () => read(`/resources/${thing}?format=json-ld`),
    'linked JSON-LD': () => read(`/resources/${thing}?format=json-ld&profile=linked`),
    page: () => read(`/resources/${thing}?format=html`),
    'list of documents': () => read(`/resources/?graph_uuid=${graphId}&format=service-json`),
    GeoJSON: () => read(features),
    'GeoJSON with display values': () => read(`${features}&use_display_values`),
    'features of a view': () => read('/ogc/collections/view/items'),
    'map tile of a view': () => read('/ogc/collections/view/tiles/WebMercatorQuad/0/0/0'),
    'table of a view': async () =>
      JSON.stringify(await stack.owner.read({ text: texts, parameters: [] })),
    'export of a package': () =>
      withTemporaryFolder(async (directory) => {
        await exportPackage(stack.owner, {
          directory: path.join(directory, 'package'),
          withHashes: true,
          language: 'en-US',
          baseUrl,
          reader: null,
          progress: silentProgress,
          openFileStore: openNoFileStore,
        });
        return readFile(path.join(directory, 'package/business_data/things.json'), 'utf8');
      }),
  };
}

/** What shows only the name. */
function listNameForms(thing: string, read: (address: string) => Promise<string>): Forms {
  return {
    search: () => read('/resources/?q=title&format=results'),
    'page of a list': () => read('/resources/?format=html'),
    'name of a feature': () => read(`/geojson?include_primary_name&nodeid=${place}`),
    'name in a map tile': () => read(`/mvt/${place}/0/0/0`),
    'displayname of a record': async () =>
      (await read(`/resources/${thing}?format=service-json`)).replace(/"tiles".*/s, ''),
  };
}

async function selectOthers(
  forms: Forms,
  orders: Orders,
): Promise<Readonly<Record<string, Orders>>> {
  const others: [form: string, shown: Orders][] = [];
  for (const [form, read] of Object.entries(forms)) {
    const shown = shownOrders(await read());
    if (!isDeepStrictEqual(shown, orders)) others.push([form, shown]);
  }
  return Object.fromEntries(others);
}
