import pg from 'pg';

import { openNative } from '../../../../infra/local/database/native.ts';
import { addPoints, addPolygons, prepareDatabase } from './fill.ts';
import { countryOutlines } from './outlines.ts';

// Makes a database of the bench on the server of HDS_DATABASE_URL, once: `node test/bench/geojson/data/make.ts NAME points COUNT`, or
// `NAME polygons MEGABYTES`. One that is there stays as it is.

const [name = '', kind = '', amount = ''] = process.argv.slice(2);
const url = new URL(process.env['HDS_DATABASE_URL'] ?? '');
const client = new pg.Client({ connectionString: url.href });
await client.connect();
await client.query(`create database ${pg.escapeIdentifier(name)}`);
await client.end();
url.pathname = `/${name}`;
const database = await openNative({ url: url.href });
await prepareDatabase(database);
if (kind === 'points') await addPoints(database, Number(amount));
if (kind === 'polygons') {
  await addPolygons(database, (await countryOutlines()) ?? [], Number(amount) * 1e6);
}
await database.close();
