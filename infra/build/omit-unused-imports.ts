import type { OnResolveArgs, Plugin } from 'esbuild';

/** An import in a library that functions never use at run time. `exports` are the names that `importer` imports. */
type UnusedImport = { readonly module: RegExp; readonly exports: readonly string[] } & Pick<
  OnResolveArgs,
  'kind'
> & { readonly importer: RegExp };

const zodSchemas = /zod\/v4\/classic\/schemas\.js$/;

const unusedImports: readonly UnusedImport[] = [
  // zod loads this to convert schemas to JSON Schema, which is only done when the OpenAPI documents are generated.
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
  // The AWS client loads this for operations with event streams, which the functions do not use.
  {
    module: /^@smithy\/core\/event-streams$/,
    importer: /HttpProtocol\.js$/,
    kind: 'dynamic-import',
    exports: ['EventStreamSerde', 'eventStreamSerdeProvider'],
  },
];

const namespace = 'omitted';

/** Returns the source of a module whose exports throw when they are called. */
function createReplacementSource(exports: readonly string[]): string {
  const names = exports.map((name) => `omitted as ${name}`).join(', ');
  return `function omitted() { throw new Error('This import is omitted from Lambda functions: infra/build/omit-unused-imports.ts.'); }
export { ${names} };`;
}

/** An esbuild plug-in that leaves out these imports: 33 KB, and the time to load them, in each function that uses the database. */
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
      contents: createReplacementSource(pluginData),
    }));
  },
};
