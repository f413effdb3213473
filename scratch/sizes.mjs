import { globSync, statSync } from 'node:fs';
const dirs = process.argv.slice(2);
const base = dirs[0]; const files = globSync('functions/*/*.mjs', { cwd: base });
for (const d of dirs.slice(1)) { const ds = files.map(f => [statSync(d+'/'+f).size - statSync(base+'/'+f).size, f]).sort((a,b)=>b[0]-a[0]);
 console.log(d, 'max', ds.slice(0,4), 'median', ds[50], 'min', ds.at(-1), 'sum', ds.reduce((s,x)=>s+x[0],0)); }
