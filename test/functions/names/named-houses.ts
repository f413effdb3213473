import * as z from 'zod';

import { importConcepts } from '../../../infra/cli/import/concepts/import-concepts.ts';
import { refreshImportedNames } from '../../../infra/cli/import/refresh-imported-names.ts';
import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { importResources } from '../../../infra/cli/import/resources/import-resources.ts';
import {
  refreshNames,
  type RefreshResult,
} from '../../../lib/writing/dependent-names/refresh-names.ts';
import { queryColumn, runStatement } from '../../support/sample.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { withJsonFile, withTextFile } from '../../support/temporary-file.ts';
import {
  graphId,
  house,
  houseGraph,
  houseRecord,
  houseTypes,
  tilesOf,
  type House,
  type HouseTypes,
} from './house-model.ts';
import { createWriters, type TestWriter, type TestWriters } from '../writing/writers.ts';

/** A service with the model of houses, and functions that write and read houses. */
export type Houses = {
  readonly service: TestService;
  readonly writers: TestWriters;
  /** Writes a house by PUT. */
  readonly put: (number: number, house: House, writer?: TestWriter) => Promise<Response>;
  readonly delete: (number: number) => Promise<Response>;
  readonly importHouses: (
    houses: Readonly<Record<number, House>>,
    /** Whether the names are refreshed afterwards; the default is true. */
    refreshes?: boolean,
  ) => Promise<void>;
  /** Imports concepts with their preferred labels. */
  readonly importConcepts: (concepts: HouseTypes) => Promise<void>;
  readonly importGraph: (nameTemplate?: string) => Promise<void>;
  /** Updates the names for which there are marks. */
  readonly refreshNames: (hasTime?: () => boolean) => Promise<RefreshResult>;
  /** The stored name of a house. */
  readonly readName: (number: number, language?: string) => Promise<string | undefined>;
  readonly readDescription: (number: number) => Promise<string | undefined>;
  /** The kind of each mark, and the end of the id of its cause. */
  readonly readMarks: () => Promise<readonly string[]>;
  /** The ids of the resource instances whose stored texts are out of date according to basis_is_stale(). */
  readonly listStaleHouses: () => Promise<readonly string[]>;
  /** Deletes all data except the model and the accounts. */
  readonly clear: () => Promise<void>;
};

const texts = z.record(z.string(), z.record(z.string(), z.object({ value: z.string() })));

/** Opens the service without any house. */
export async function openHouses(): Promise<Houses> {
  const service = await openTestService();
  const { importContext: imports, stack } = service;
  const importGraph: Houses['importGraph'] = async (nameTemplate) => {
    await withJsonFile(houseGraph(nameTemplate), (file) => importGraphs([file], imports));
  };
  await importGraph();
  const writers = await createWriters(service);
  const readDescriptors = async (number: number) => {
    const [descriptors] = await queryColumn(
      service,
      `select descriptors from resource where resource_id = '${house(number)}'`,
    );
    return texts.parse(JSON.parse(descriptors ?? '{}'));
  };
  return {
    service,
    writers,
    put: (number, houseValues, writer = writers.administrator) =>
      writer.sendRequest('PUT', `/resources/house/${house(number)}?format=service-json`, {
        resourceinstanceid: house(number),
        graph_id: graphId,
        tiles: tilesOf(number, houseValues),
      }),
    delete: (number) => writers.administrator.sendRequest('DELETE', `/resources/${house(number)}`),
    importHouses: async (houses, refreshes = true) => {
      const records = Object.entries(houses).map(([number, houseValues]) =>
        houseRecord(Number(number), houseValues),
      );
      await withJsonFile({ business_data: { resources: records } }, (file) =>
        importResources([file], imports),
      );
      if (refreshes) await refreshImportedNames(imports);
    },
    importConcepts: async (concepts) => {
      await withTextFile('concepts.xml', houseTypes(concepts), (file) =>
        importConcepts([file], imports),
      );
    },
    importGraph,
    refreshNames: (hasTime = () => true) =>
      refreshNames(stack.dataApi, { language: imports.language, hasTimeLeft: hasTime }),
    readName: async (number, language = 'en-US') =>
      (await readDescriptors(number))[language]?.['name']?.value,
    readDescription: async (number) =>
      (await readDescriptors(number))['en-US']?.['description']?.value,
    readMarks: () =>
      queryColumn(
        service,
        `select kind || ' ' || right(cause_id::text, 5) from name_mark order by 1`,
      ),
    listStaleHouses: () =>
      queryColumn(
        service,
        `select r.resource_id from resource r
where r.descriptor_basis is null or basis_is_stale(r.descriptor_basis, r.graph_id)
order by 1`,
      ),
    clear: async () => {
      for (const table of ['activity', 'edit_log', 'tile', 'resource', 'concept', 'name_mark']) {
        await runStatement(service, `delete from ${table}`);
      }
      await runStatement(service, 'delete from name_mark');
    },
  };
}
