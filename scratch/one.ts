import { build, type Plugin } from 'esbuild';
import path from 'node:path';
import { lazyBuiltinModules } from '../infra/build/builtin-modules.ts';
import { omitJsonSchema } from '../infra/build/omit-json-schema.ts';
const [root = '', out = '', flags = ''] = process.argv.slice(2);
const scoped: Plugin = { name: 'scoped', setup: (b) => { b.onResolve({ filter: /^@aws-sdk\/core\/protocols$/ }, ({ importer }) => /client-(rds-data|secrets-manager)/.test(importer) ? { path: '/work/n2/scratch/proto2.ts' } : undefined); } };
await build({ absWorkingDir: root, entryPoints: ['lib/data-api/client.ts'], outfile: out, bundle: true, platform: 'node', target: 'node24', format: 'esm',
 mainFields: ['module', 'main'], alias: { '@aws-sdk/credential-provider-node': './infra/build/credentials-from-environment.ts' },
 plugins: [omitJsonSchema, ...(flags.includes('proto') ? [scoped] : []), lazyBuiltinModules], external: ['@smithy/core/event-streams'], minify: !flags.includes("named"), keepNames: false });
