import type { Plugin } from 'esbuild';

/**
 * Modules of Node that are slow to import: `import` reads all their exports, and some exports load other modules when they are first
 * read, such as workers, readline and WebSockets.
 */
const eagerModules = /^(node:)?(buffer|crypto|fs|https?|net|os|process|util|zlib)$/;

/** Modules of Node that the AWS clients import to read files of the user, which a function does not have. */
const unusedModules = /^(node:)?fs\/promises$/;

const namespace = 'builtin';

/**
 * An esbuild plug-in that loads the slow modules without reading their exports, and the unused ones only when they are used. Functions
 * load a tenth faster with it.
 */
export const lazyBuiltinModules: Plugin = {
  name: namespace,
  setup: (build) => {
    build.onResolve({ filter: eagerModules }, ({ path }) => ({
      path: path.replace(/^node:/, ''),
      namespace,
    }));
    build.onResolve({ filter: unusedModules }, ({ path }) => ({
      path: path.replace(/^node:/, ''),
      namespace,
      pluginData: 'unused',
    }));
    build.onLoad({ filter: /.*/, namespace }, ({ path, pluginData }) => ({
      contents: pluginData === 'unused' ? createUnusedModuleSource(path) : createModuleSource(path),
    }));
  },
};

function createModuleSource(name: string): string {
  // esbuild reads all own properties of a CommonJS module. So the module is replaced by an object that only inherits them. `process`
  // cannot be replaced.
  const value = `process.getBuiltinModule('node:${name}')`;
  return `module.exports = ${name === 'process' ? 'process' : `Object.create(${value})`};`;
}

/** Returns the source of a module that loads a module of Node when an export of it is first read. */
function createUnusedModuleSource(name: string): string {
  const read = `(_, name) => name === '__esModule' ? undefined : process.getBuiltinModule('node:${name}')[name]`;
  return `module.exports = Object.create(new Proxy({}, { get: ${read} }));`;
}
