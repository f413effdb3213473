import { startNativeServer } from '../../support/native-server.ts';
import { ensurePointDatabase } from '../geojson/databases.ts';
import { writeFileSync } from 'node:fs';
const s = await startNativeServer({ shared_buffers: '1GB' });
writeFileSync('/tmp/keeping/server.json', JSON.stringify({ url: s?.url, pid: process.pid }));
for (const n of [20000, 100000]) { console.log(n, new Date().toISOString(), await ensurePointDatabase(s!.url, n)); }
console.log('done', new Date().toISOString());
setInterval(() => undefined, 1e6);
