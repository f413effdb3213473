import { withService } from './stack.ts';

// The service on a database that is there, until it is interrupted: `node test/bench/geojson/serve.ts postgres://…`

await withService(process.argv[2] ?? '', async ({ url, memory }) => {
  console.log(url);
  await new Promise((resolve) => process.once('SIGINT', resolve).once('SIGTERM', resolve));
  console.log(`${await memory.peak()} MB at most`);
});
