import { build, analyzeMetafile } from 'esbuild';
import { lazyBuiltinModules } from '../infra/build/builtin-modules.ts';
import { omitJsonSchema } from '../infra/build/omit-json-schema.ts';
const [entry, mode] = process.argv.slice(2);
const alias: Record<string, string> = { '@aws-sdk/credential-provider-node': './infra/build/credentials-from-environment.ts', ...(mode === 'alias' ? { '@aws-sdk/core/protocols': './scratch/proto.ts' } : {}) };
const r = await build({ entryPoints: [entry!], outbase: '.', outdir: '/tmp/n2x/s', write: true, bundle: true, platform: 'node', target: 'node24', format: 'esm', outExtension: { '.js': '.mjs' },
 mainFields: ['module', 'main'], alias, external: ['@smithy/core/event-streams'],
 plugins: [...(mode === 'omit' ? [omitJsonSchema] : []), lazyBuiltinModules], minify: true, metafile: true, sourcemap: 'linked', sourcesContent: false });
for (const [k, o] of Object.entries(r.metafile.outputs)) if (k.endsWith('.mjs')) {
  console.log(k, o.bytes);
  const g = new Map<string, number>();
  for (const [f, { bytesInOutput: b }] of Object.entries(o.inputs)) { const key = f.replace(/^node_modules\//, '').replace(/dist-es\//,''); g.set(key, b); }
  for (const [f, b] of [...g].sort((a, c) => c[1] - a[1]).slice(0, Number(process.argv[4] ?? 25))) console.log(String(b).padStart(7), f);
}
