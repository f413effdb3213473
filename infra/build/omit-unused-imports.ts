import type { OnResolveArgs, Plugin } from 'esbuild';

/** A library import that Lambda functions never use at run time. `exports` are the names that the importer imports. */
type UnusedImport = { readonly module: RegExp; readonly exports: readonly string[] } & Pick<
  OnResolveArgs,
  'kind'
> & { readonly importer: RegExp };

const zodSchemas = /zod\/v4\/classic\/schemas\.js$/;

const unusedImports: readonly UnusedImport[] = [
  // Schemas of zod can be converted to JSON Schema. We do this only when we generate the description of the service.
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
  // The AWS client loads this for operations with event streams, which we do not use.
  {
    module: /^@smithy\/core\/event-streams$/,
    importer: /HttpProtocol\.js$/,
    kind: 'dynamic-import',
    exports: ['EventStreamSerde', 'eventStreamSerdeProvider'],
  },
];

const namespace = 'omitted';

/** The source of a module that throws if it is used. */
function replacementSource(exports: readonly string[]): string {
  const names = exports.map((name) => `omitted as ${name}`).join(', ');
  return `function omitted() { throw new Error('This import is omitted from Lambda functions: infra/build/omit-unused-imports.ts.'); }
export { ${names} };`;
}

/** An esbuild plug-in that removes 33 KB of libraries, and their loading time, from each Lambda function that uses the database. */
export const omitUnusedImports: Plugin = {
  name: namespace,
  setup: (build) => {
    for (const { module, importer, kind, exports } of unusedImports) {
      build.onResolve({ filter: module }, (args) =>
        args.kind === kind && importer.test(args.importer)
          ? { path: args.path, namespace, pluginData: exports }
          : undefined,
      );
    }
    build.onLoad({ filter: /.*/, namespace }, ({ pluginData }) => ({
      contents: replacementSource(pluginData),
    }));
  },
};
