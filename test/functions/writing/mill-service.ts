import { importGraphs } from '../../../infra/cli/import/graphs/import-graphs.ts';
import { bearer, createAccount, createApplication, signedIn } from '../../support/accounts.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { inFile } from '../../support/temporary-file.ts';
import { crm, literalClass, millDocument, nodes } from '../../lib/json-ld/mill.ts';
import { edge, id, node } from '../../infra/cli/import/graphs/example.ts';

/** The nodes of a mill, with a second text beside each name, and the mills that it refers to. */
export const millNodes = { ...nodes, note: id(8), neighbours: id(9) };

/** The model of the mills, which takes names of mills from their first name. */
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

/** Asks as somebody who may write everything. */
export type Ask = (request: WriteRequest) => Promise<Response>;

/** A request that writes, or one that reads what was written. */
export type WriteRequest = {
  readonly method: string;
  readonly path: string;
  readonly body?: string | Buffer<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
};

/** A service that knows the model of the mills, and an administrator who asks it. */
export type MillService = { readonly service: TestService; readonly ask: Ask };

/** Opens the service; it holds no mill yet. */
export async function openMillService(): Promise<MillService> {
  const service = await openTestService();
  await inFile(millGraph, (file) => importGraphs([file], service.imports));
  const account = await createAccount(service, 'miller', { isAdministrator: true });
  const { clientId } = await createApplication(service, account);
  const { access_token: token } = await signedIn(service, 'miller', clientId);
  return {
    service,
    ask: ({ method, path, body, headers = {} }) =>
      service.get(path, {
        method,
        headers: { ...bearer(token), ...headers },
        ...(body === undefined ? {} : { body }),
      }),
  };
}
