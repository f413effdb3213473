import { build, type Plugin } from 'esbuild';
import { glob, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { lazyBuiltinModules } from '../infra/build/builtin-modules.ts';
import { omitJsonSchema } from '../infra/build/omit-json-schema.ts';
const [out, flags = ''] = process.argv.slice(2);
const root = '/work/n2';
const scoped: Plugin = { name: 'scoped', setup: (b) => { b.onResolve({ filter: /^@aws-sdk\/core\/protocols$/ }, ({ importer }) => /client-(rds-data|secrets-manager)/.test(importer) ? { path: path.join(root, 'scratch/proto2.ts') } : undefined); } };
const r = await build({ absWorkingDir: root, entryPoints: await Array.fromAsync(glob('functions/*/*.ts', { cwd: root })), outbase: '.', outdir: out, bundle: true, platform: 'node', target: 'node24', format: 'esm', outExtension: { '.js': '.mjs' },
 mainFields: ['module', 'main'], alias: { '@aws-sdk/credential-provider-node': './infra/build/credentials-from-environment.ts' },
 plugins: [...(flags.includes('omit') ? [omitJsonSchema] : []), ...(flags.includes('proto') ? [scoped] : []), lazyBuiltinModules],
 external: flags.includes('ext') ? ['@smithy/core/event-streams'] : [], minify: true, metafile: true, sourcemap: 'linked', sourcesContent: false, logLevel: 'silent' });
