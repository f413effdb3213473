import path from 'node:path';

import { insertAccount } from '../../../../../infra/cli/accounts/queries/accounts.ts';
import { setGroupDefaults } from '../../../../../infra/cli/accounts/queries/groups.ts';
import { runQuery } from '../../../../../lib/data-api/query.ts';
import type { DatabaseContent } from '../../../../support/database/content.ts';
import { openCommandLineService, type CommandLineService } from '../../beside-service.ts';

/** The model of the sample with geometries, and with nodegroups of several tiles. */
export const places = 'heritage-place';

/** A service with data, and an administrator `ann`; Guest may read everything. */
export type Tables = {
  readonly service: CommandLineService;
  readonly inFolder: (name: string) => string;
  /** Runs `hds export table` for a model as ann. @returns its output */
  readonly exportTable: (...options: readonly string[]) => Promise<string>;
};

export async function openTables(content: DatabaseContent = 'sample'): Promise<Tables> {
  const service = await openCommandLineService(content);
  const { dataApi } = service.stack;
  const ann = { email: '', firstName: '', lastName: '', isAdministrator: true, passwordHash: null };
  await runQuery(dataApi.write, insertAccount({ username: 'ann', groups: [], ...ann }));
  await dataApi.write(setGroupDefaults('Guest', { read: true, write: false, delete: false }));
  return {
    service,
    inFolder: (name) => path.join(service.folder, name),
    exportTable: (...options) =>
      service.outputOf('export', 'table', places, '--as', 'ann', ...options),
  };
}

/** The ids of the two models of a service with the most resource instances. */
export async function listLargestModels({ service }: Tables): Promise<readonly string[]> {
  const rows = await service.rows(`select g.graph_id::text
from graph g
join resource r on r.graph_id = g.graph_id
group by 1
order by count(*) desc
limit 2`);
  return rows.map(([id]) => String(id));
}
