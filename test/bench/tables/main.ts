import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import * as z from 'zod';

import { insertAccount } from '../../../infra/cli/accounts/queries/accounts.ts';
import { startDataApiEmulator } from '../../../infra/local/data-api/emulator.ts';
import { openNativePostgres } from '../../../infra/local/database/native.ts';
import { upgradeDatabase } from '../../../infra/schema/upgrade-database.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { rawSql } from '../../../lib/data-api/sql.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { withTemporaryFolder } from '../../support/temporary-file.ts';
import type { Figure } from '../figure.ts';
import { benchGraphs } from '../geojson/data/model.ts';
import { ensurePointDatabase } from '../geojson/databases.ts';
import { writeByOgr2ogr } from '../geojson/peers.ts';
import { runNativeBench, type NativeBenchOptions } from '../run-native-bench.ts';

// `npm run bench:tables -- [--features N] [--only FORMAT]` measures `hds export table` for N records (100,000 if left out), beside ogr2ogr, which
// writes a join of the same data without rights, on the server of HDS_DATABASE_URL or a temporary server. It writes bench-tables.json.

/** The extension of each format, with the driver of GDAL that writes it; undefined where it has none. */
const formats = {
  csv: 'CSV',
  gpkg: 'GPKG',
  fgb: 'FlatGeobuf',
  parquet: undefined,
  xlsx: undefined,
};

/** The largest memory of a process (MB). */
const maxMegabytes = 512;

const resultSchema = z.object({ milliseconds: z.number(), megabytes: z.number() });

async function measureTables({
  server,
  features,
  only,
}: NativeBenchOptions): Promise<readonly Figure[]> {
  const databaseUrl = await ensurePointDatabase(server, features);
  const database = await openNativePostgres({ url: databaseUrl });
  const emulator = await startDataApiEmulator({ database });
  try {
    const account = await prepareAccount(emulator.url);
    return await withTemporaryFolder(async (folder) => {
      const figures: Figure[] = [];
      for (const [extension, driver] of Object.entries(formats)) {
        if (!extension.includes(only)) continue;
        const output = path.join(folder, `sites.${extension}`);
        const written = await writeTable(emulator.url, output, account);
        const peer =
          driver === undefined
            ? undefined
            : await writeByOgr2ogr(databaseUrl, path.join(folder, `peer.${extension}`), driver);
        figures.push(...toFigures(`${features} records, ${extension}`, written, peer));
      }
      return figures;
    });
  } finally {
    await emulator.close();
    await database.close();
  }
}

/** Creates an administrator, unless there is one. @returns its id */
async function prepareAccount(url: string): Promise<string> {
  const owner = createTestDataApi(url, 'owner');
  await upgradeDatabase(owner);
  const findId = async (): Promise<unknown> => {
    const [row] = await owner.read(
      rawSql("select account_id::text from account where username = 'bench'"),
    );
    return row?.[0];
  };
  if ((await findId()) === undefined) {
    const details = { email: '', firstName: '', lastName: '', passwordHash: null, groups: [] };
    const account = { username: 'bench', isAdministrator: true, ...details };
    await runQuery(createTestDataApi(url, 'service').write, insertAccount(account));
  }
  return String(await findId());
}

async function writeTable(url: string, output: string, account: string) {
  const script = fileURLToPath(new URL('./table-process.ts', import.meta.url));
  const words = [script, url, benchGraphs.site, output, account];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  return resultSchema.parse(JSON.parse(stdout));
}

const toFigures = (
  subject: string,
  { milliseconds, megabytes }: z.output<typeof resultSchema>,
  peer: number | undefined,
): readonly Figure[] => [
  {
    subject,
    measure: 'time',
    value: milliseconds,
    unit: 'ms',
    ...(peer === undefined ? {} : { beside: { name: 'ogr2ogr', value: peer } }),
  },
  { subject, measure: 'memory', value: megabytes, unit: 'MB', goal: maxMegabytes },
];

await runNativeBench('bench-tables', measureTables);
