import type { OnResolveArgs, Plugin } from 'esbuild';

/** An import of a library that functions never follow while they run, with the names that it must have to be loaded. */
type UnusedImport = { readonly module: RegExp; readonly exports: readonly string[] } & Pick<
  OnResolveArgs,
  'kind'
> & { readonly importer: RegExp };

const zodSchemas = /zod\/v4\/classic\/schemas\.js$/;

const unusedImports: readonly UnusedImport[] = [
  // A schema of zod can describe itself as JSON Schema. Ours are described when the description of the service is generated.
  {
    module: /\/json-schema-processors\.js$/,
    importer: zodSchemas,
    kind: 'import-statement',
    exports: [],
  },
  {
    module: /\/to-json-schema\.js$/,
    importer: zodSchemas,
    kind: 'import-statement',
    exports: ['createStandardJSONSchemaMethod', 'createToJSONSchemaMethod'],
  },
  // The AWS client loads this for operations with a stream of events. None of those that are used has one.
  {
    module: /^@smithy\/core\/event-streams$/,
    importer: /HttpProtocol\.js$/,
    kind: 'dynamic-import',
    exports: ['EventStreamSerde', 'eventStreamSerdeProvider'],
  },
  // The client of the Data API is given a protocol of ours (lib/data-api/json-protocol.ts).
  {
    module: /^@aws-sdk\/core\/protocols$/,
    importer: /client-rds-data\/dist-es\/runtimeConfig\.shared\.js$/,
    kind: 'import-statement',
    exports: ['AwsRestJsonProtocol'],
  },
];

const namespace = 'left-out';

/** What throws where it is used all the same. */
function replacement(exports: readonly string[]): string {
  const names = exports.map((name) => `leftOut as ${name}`).join(', ');
  return `function leftOut() { throw new Error('This is left out of functions: infra/build/omit-unused-imports.ts.'); }
export { ${names} };`;
}

/** Leaves 33 KB of libraries out of each function that reaches the data, and the time that loading them takes. */
export const omitUnusedImports: Plugin = {
  name: namespace,
  setup: (build) => {
    for (const { module, importer, kind, exports } of unusedImports) {
      build.onResolve({ filter: module }, (found) =>
        found.kind === kind && importer.test(found.importer)
          ? { path: found.path, namespace, pluginData: exports }
          : undefined,
      );
    }
    build.onLoad({ filter: /.*/, namespace }, ({ pluginData }) => ({
      contents: replacement(pluginData),
    }));
  },
};
