import { spawnSync } from 'node:child_process';
const [runs, file, ...dirs] = process.argv.slice(2);
const res = Object.fromEntries(dirs.map(d => [d, { wall: [], cpu: [] }]));
for (let i = 0; i < Number(runs); i++) for (const d of (i % 2 ? dirs.toReversed() : dirs)) {
  const s = `const c=process.cpuUsage(),t=performance.now();await import('file://${d}/${file}');const u=process.cpuUsage(c);console.log(JSON.stringify([performance.now()-t,(u.user+u.system)/1000]))`;
  const [w, c] = JSON.parse(spawnSync(process.execPath, ['--input-type=module', '-e', s], { env: { ...process.env, AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_REGION: 'eu-west-1' } }).stdout.toString().trim().split('\n').at(-1));
  res[d].wall.push(w); res[d].cpu.push(c);
}
const q = (a, p) => a.toSorted((x, y) => x - y)[Math.floor(p * (a.length - 1))].toFixed(1);
for (const d of dirs) console.log(file, d, 'wall min', q(res[d].wall, 0), 'q1', q(res[d].wall, .25), 'median', q(res[d].wall, .5), '| cpu min', q(res[d].cpu, 0), 'median', q(res[d].cpu, .5));
