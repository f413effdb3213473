import path from 'node:path';

import type { Plugin } from 'esbuild';

const namespace = 'protocol';

const protocolFolder = path.resolve(import.meta.dirname, '../../lib/aws');

/**
 * An esbuild plug-in that leaves out the protocols of the clients of the Data API and of Secrets Manager. Their setting `protocol` makes
 * them use ours (lib/aws/client-settings.ts), but they would still import theirs: 43 KB in each function that uses the database. Event
 * streams, which a client imports when an operation has one, are left out too: no operation that the service calls has one, and esbuild
 * would put 4 to 20 KB into the same file.
 */
export const omitUnusedProtocols: Plugin = {
  name: namespace,
  setup: (build) => {
    build.onResolve({ filter: /^@aws-sdk\/core\/protocols$/ }, ({ importer }) =>
      /\/@aws-sdk\/client-(rds-data|secrets-manager)\//.test(importer)
        ? { path: 'json-protocol', namespace }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, () => ({
      contents:
        "export { JsonProtocol as AwsRestJsonProtocol, JsonProtocol as AwsJson1_1Protocol } from './json-protocol.ts';",
      resolveDir: protocolFolder,
    }));
    build.onResolve({ filter: /^@smithy\/core\/event-streams$/ }, ({ path: name, kind }) =>
      kind === 'dynamic-import' ? { path: name, external: true } : undefined,
    );
  },
};
