import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { DataApi } from '../../../../../lib/data-api/client.ts';
import { openSampledSource, type SourceDatabase } from '../../../../support/source-database.ts';
import { triesAllCases } from '../../../../support/random/take-sample.ts';
import { openTestStack } from '../../../../support/stack.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { openCommandLineService } from '../../beside-service.ts';
import { killHdsAt } from '../../kill-hds.ts';
import { fingerprint } from '../importing.ts';
import { compareContent, noDifferences } from './compare-content.ts';
import { runDatabaseImport } from './importing-database.ts';

const folder = findTestData('arches76-dump');

/** What an import stores, without times of changes, random ids of transactions and counters. */
const tables = [
  '(select tile_id, resource_id, data from tile)',
  '(select resource_id, graph_id, legacy_id, created_at, version, descriptors from resource)',
  '(select value_id, value from concept_value)',
  '(select from_concept_id, to_concept_id, relation_type from concept_relation)',
  '(select node_id, graph_id, name from node)',
  '(select kind, id, hash, stored_hash from origin)',
  '(select ordinal, activity_type, resource_id, end_time from activity)',
  '(select resource_id, tile_id, edit_type from edit_log)',
  '(select resource_id from unlisted_change)',
];

class Killed extends Error {}

/** Ends after some transactions, in the middle of the next one. */
function endingAfter(transactions: number, dataApi: DataApi): DataApi {
  let begun = 0;
  return {
    ...dataApi,
    transaction: async (work) => {
      begun += 1;
      if (begun <= transactions) return dataApi.transaction(work);
      return dataApi.transaction(async ({ execute }) => {
        let statements = 0;
        return work({
          execute: async (statement) => {
            statements += 1;
            if (statements > 3) throw new Killed();
            return execute(statement);
          },
        });
      });
    },
  };
}

describe.skipIf(folder === undefined)('an import of a database that ends in the middle', () => {
  let source: SourceDatabase;

  beforeAll(async () => {
    source = await openSampledSource();
  });

  afterAll(async () => source?.drop());

  it.runIf(triesAllCases)('is complete after the same command, with nothing twice', async () => {
    const [whole, broken] = [await openTestStack(), await openTestStack()];
    await runDatabaseImport(source.url, whole.dataApi);
    // In the ontology, in a graph, in the thesaurus, in the resource instances, and in the edit log.
    for (const transactions of [0, 3, 5, 1, 2])
      await expect(
        runDatabaseImport(source.url, endingAfter(transactions, broken.dataApi)),
      ).rejects.toThrow(Killed);
    await runDatabaseImport(source.url, broken.dataApi);
    expect(await compareContent(source.url, broken)).toEqual(noDifferences);
    expect(await fingerprint(broken.owner, tables)).toEqual(await fingerprint(whole.owner, tables));
    await whole.close();
    await broken.close();
  });

  it('is complete after a killed process and the same command', async () => {
    const service = await openCommandLineService('empty', 5000);
    const words = ['import', 'database', source.url, '--permissions', 'default-allow'];
    const command = [...words, '--timezone', 'America/Chicago'];
    // In the last transaction of resource instances.
    const lastId = await source.text(`select r.resourceinstanceid
from resource_instances r
where r.graphid <> 'ff623370-fa12-11e6-b98b-6c4008b05c4c'
order by r.resourceinstanceid desc
limit 1`);
    expect(await killHdsAt(service, lastId, ...command)).toBeNull();
    expect(await service.rows('select from tile')).toEqual([]);
    await service.run(...command);
    expect(await compareContent(source.url, service.stack)).toEqual(noDifferences);
    await service.close();
  });
});
