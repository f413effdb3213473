import type { Plugin } from 'esbuild';

const importer = /\/zod\/v4\/classic\/schemas\.js$/;

/** The modules that `importer` imports to convert schemas to JSON Schema, with the names that it imports. */
const modules: Readonly<Record<string, readonly string[]>> = {
  'json-schema-processors.js': [],
  'to-json-schema.js': ['createStandardJSONSchemaMethod', 'createToJSONSchemaMethod'],
};

const namespace = 'omitted';

/** Returns the source of a module whose exports throw when they are called. */
function createReplacementSource(exports: readonly string[]): string {
  const names = exports.map((name) => `omitted as ${name}`).join(', ');
  return `function omitted() { throw new Error('This import is omitted from Lambda functions: infra/build/omit-json-schema.ts.'); }
export { ${names} };`;
}

/**
 * An esbuild plug-in that leaves out what zod loads to convert schemas to JSON Schema, which is only done when the OpenAPI documents are
 * generated. Each function is 15 to 19 KB smaller without it.
 */
export const omitJsonSchema: Plugin = {
  name: namespace,
  setup: (build) => {
    build.onResolve(
      { filter: /\/(json-schema-processors|to-json-schema)\.js$/ },
      ({ path, importer: from, kind }) =>
        kind === 'import-statement' && importer.test(from)
          ? { path: path.replace(/^.*\//, ''), namespace }
          : undefined,
    );
    build.onLoad({ filter: /.*/, namespace }, ({ path }) => ({
      contents: createReplacementSource(modules[path] ?? []),
    }));
  },
};
