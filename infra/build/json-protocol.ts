import path from 'node:path';

import type { Plugin } from 'esbuild';

const namespace = 'protocol';

const source = path.resolve(import.meta.dirname, '../../lib/aws/json-protocol.ts');

/**
 * An esbuild plug-in that leaves out the protocols of the clients of the Data API and of Secrets Manager. Their setting `protocol` makes
 * them use ours (lib/aws/client-settings.ts), but they would still import theirs: 43 KB in each function that uses the database. The
 * client of S3 keeps its own.
 */
export const jsonProtocol: Plugin = {
  name: namespace,
  setup: (build) => {
    build.onResolve({ filter: /^@aws-sdk\/core\/protocols$/ }, ({ importer }) =>
      /\/@aws-sdk\/client-(rds-data|secrets-manager)\//.test(importer)
        ? { path: source, namespace }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, () => ({
      contents: `export { JsonProtocol as AwsRestJsonProtocol, JsonProtocol as AwsJson1_1Protocol } from ${JSON.stringify(source)};`,
      resolveDir: path.dirname(source),
    }));
  },
};
