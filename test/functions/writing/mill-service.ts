import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  fetchTokens,
} from '../../support/accounts.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { withJsonFile } from '../../support/temporary-file.ts';
import { crm, literalClass, millDocument, nodes } from '../../lib/json-ld/mill.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';

/** The nodes of a mill, among them a note on each name, and a reference to neighbours. */
export const millNodes = { ...nodes, note: id(8), neighbours: id(9) };

/** The model of the mills. The display name of a mill is its first name. */
export const millGraph: unknown = {
  ...millDocument({
    nodes: [
      node(millNodes.note, 'Note', nodes.appellation, { ontologyclass: literalClass }),
      node(millNodes.neighbours, 'Neighbours', millNodes.neighbours, {
        datatype: 'resource-instance-list',
        ontologyclass: crm('E22_Man-Made_Object'),
      }),
    ],
    edges: [
      edge(nodes.appellation, millNodes.note, crm('P190_has_symbolic_content')),
      edge(nodes.mill, millNodes.neighbours, crm('P130_shows_features_of')),
    ],
    nodegroups: [{ nodegroupid: millNodes.neighbours, cardinality: 'n', parentnodegroup_id: null }],
  }),
  slug: 'mill',
  functions_x_graphs: [
    {
      config: {
        descriptor_types: { name: { nodegroup_id: nodes.appellation, string_template: '<Name>' } },
        triggering_nodegroups: [nodes.appellation],
      },
    },
  ],
};

/** Sends a request as an administrator. */
export type SendRequest = (request: WriteRequest) => Promise<Response>;

/** A request that writes or reads a mill. */
export type WriteRequest = {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Buffer<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A service with the model of the mills, and a function that sends requests as an administrator. */
export type MillService = { readonly service: TestService; readonly sendRequest: SendRequest };

/** Opens the service, without mills. */
export async function openMillService(): Promise<MillService> {
  const service = await openTestService();
  await withJsonFile(millGraph, (file) => importGraphs([file], service.importContext));
  const account = await createTestAccount(service, 'miller', { isAdministrator: true });
  const { clientId } = await createTestApplication(service, account);
  const { access_token: token } = await fetchTokens(service, 'miller', clientId);
  return {
    service,
    sendRequest: ({ method, path, body, headers = {} }) =>
      service.fetch(path, {
        method,
        headers: { ...bearerHeader(token), ...headers },
        ...(body === undefined ? {} : { body }),
      }),
  };
}
