import { spawnSync } from 'node:child_process';
const dirs = process.argv.slice(3); const res = Object.fromEntries(dirs.map(d => [d, []]));
for (let i = 0; i < Number(process.argv[2]); i++) for (const d of (i % 2 ? dirs.toReversed() : dirs)) res[d].push(JSON.parse(spawnSync(process.execPath, ['/tmp/n2x/reads.mjs', d], { env: { ...process.env, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' } }).stdout));
const q = (a, p) => a.toSorted((x, y) => x - y)[Math.floor(p * (a.length - 1))].toFixed(2);
for (const d of dirs) console.log(d, Object.keys(res[d][0]).map(k => `${k}: min ${q(res[d].map(r => r[k]), 0)} median ${q(res[d].map(r => r[k]), .5)}`).join(' | '));
