import { readFileSync } from 'node:fs';
import { startDataApiEmulator } from '../../../infra/local/data-api/emulator.ts';
import { openNativePostgres } from '../../../infra/local/database/native.ts';
import { upgradeDatabase } from '../../../infra/schema/upgrade-database.ts';
import { insertAccount } from '../../../infra/cli/accounts/queries/accounts.ts';
import { runQuery } from '../../../lib/data-api/query.ts';
import { pageChunkStatement, readPages } from '../../../lib/data-api/read-pages.ts';
import { rawSql, sql } from '../../../lib/data-api/sql.ts';
import { listResources } from '../../../lib/queries/resources/list-resources.ts';
import { listResourceStatements } from '../../../lib/queries/resources/list-resource-statements.ts';
import { createTestDataApi } from '../../support/data-api-client.ts';
import { benchGraphs } from '../geojson/data/model.ts';
const n = process.argv[2] ?? '20000'; const size = Number(process.argv[3] ?? 200); const doExplain = process.argv[4] === 'explain';
const { url } = JSON.parse(readFileSync('/tmp/keeping/server.json', 'utf8'));
const u = new URL(url); u.pathname = '/geojson_points_' + n;
const database = await openNativePostgres({ url: u.href });
const emulator = await startDataApiEmulator({ database });
const owner = createTestDataApi(emulator.url, 'owner');
await upgradeDatabase(owner);
const find = async () => (await owner.read(rawSql("select account_id::text from account where username = 'bench'")))[0]?.[0];
if ((await find()) === undefined) await runQuery(createTestDataApi(emulator.url, 'service').write, insertAccount({ username: 'bench', isAdministrator: true, email: '', firstName: '', lastName: '', passwordHash: null, groups: [] }));
const caller = Number(await find());
const api = createTestDataApi(emulator.url, 'service');
const page = await runQuery(api.read, listResources(caller, benchGraphs.site, { kind: 'page', page: 1 }, size));
const ids = page.ids.slice(0, size);
for (let i = 0; i < 4; i++) {
  let t = performance.now();
  await runQuery(api.read, listResources(caller, benchGraphs.site, { kind: 'cursor', after: ids[0] as any }, size));
  const a = performance.now() - t; t = performance.now();
  let bytes = 0, calls = 0;
  const cpu = process.cpuUsage();
  for await (const items of readPages(api, listResourceStatements(caller, ids))) { calls++; bytes += items.join('').length; }
  const b = performance.now() - t;
  const c = process.cpuUsage(cpu);
  console.log({ list: Math.round(a), statements: Math.round(b), nodeCpu: Math.round((c.user + c.system) / 1000), calls, bytes });
}
if (doExplain) {
  const rows = await owner.transaction(async ({ execute }) => execute(sql`explain (analyze, costs off, timing on, buffers off) ${pageChunkStatement(listResourceStatements(caller, ids), null)}`));
  console.log(rows.flat().join('\n'));
}
process.exit(0);
