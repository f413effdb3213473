import { loadOperations } from '../../../infra/generate/operations.ts';
import { setGroupDefaults } from '../../../infra/cli/accounts/queries/groups.ts';
import { hasDataPage } from '../../../lib/http/operation.ts';
import type { TestService } from '../../support/service.ts';

/** What Firefox sends for a page. */
export const browserAccept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** A record of the sample, what it refers to, and a feature of the sample spatial view. */
export const sampleIds = {
  resource_instance_id: '018cffe5-d8fc-53ce-bbe2-0ff030e36c89',
  concept_instance_id: '3f5b06fe-6810-57a4-8262-79257fc35c40',
  graph_id_or_slug: '1c394a13-ae4a-5c51-95b7-e10a0199f102',
  collectionId: 'sample_places',
  featureId: '1',
  subject: 'service',
} as const;

/** Lets Guest read everything, and the history. */
export async function openToGuestWithHistory({ stack }: Pick<TestService, 'stack'>): Promise<void> {
  await stack.dataApi.write(
    setGroupDefaults('Guest', { read: true, write: false, delete: false, history: true }),
  );
}

/** A page that needs a query, with one. */
const pathWithSample = (path: string): string =>
  path === '/rdm/concepts/search' ? `${path}?q=church` : path;

/** The paths of all pages of data, with the ids of the sample. @throws Error if the sample has no id for a variable */
export async function listDataPagePaths(): Promise<readonly string[]> {
  const operations = await loadOperations();
  return operations
    .filter(({ operation }) => hasDataPage(operation))
    .map(({ operation }) =>
      pathWithSample(operation.path).replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
        const id = Object.entries(sampleIds).find(([variable]) => variable === name)?.[1];
        if (id === undefined) throw new Error(`Add a sample id for {${name}}.`);
        return id;
      }),
    );
}
