import { mkdir, rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';

import { startNativeServer } from '../../support/native-server.ts';
import { nativeServer } from '../../support/database/open.ts';
import { openCostService, rehearsed } from './costs.ts';
import { openExplainer } from './explain.ts';
import { addLayer, layerRequests } from './layers.ts';
import { readRequests } from './reads.ts';
import { openCostStack } from './stack.ts';

// `npm run bench:plans`: writes the plan of every read of 100,000 resource instances and more, a million tiles, into plans/, with rows and
// buffers (pages that were asked for) and without times: what is stored there changes when plans do. Of requests with the same
// statement it is the last one, which goes deepest.

const folder = fileURLToPath(new URL('./plans/', import.meta.url));

function fileName(request: string): string {
  return request
    .replaceAll(/[^a-zA-Z0-9]+/g, '-')
    .replace(/-$/, '')
    .toLowerCase();
}

const server = nativeServer() === undefined ? await startNativeServer() : undefined;
if (server !== undefined) process.env['HDS_DATABASE_URL'] = server.url;
const stack = await openCostStack('a million tiles');
console.log = () => undefined;
try {
  const service = await openCostService(stack);
  if (stack.url === undefined) throw new Error('Plans are explained on a native server.');
  const layer = await addLayer(stack.url);
  const explainer = await openExplainer(stack.url);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder);
  const explained = new Map<string, { readonly name: string; readonly plans: string }>();
  const requests = [...readRequests(service.examples, service.account), ...layerRequests(layer)];
  for (const request of requests) {
    const caller = service.callers.find(({ name }) => (request.only ?? 'Guest') === name);
    if (caller === undefined) continue;
    const { statements } = await rehearsed(service, request, caller);
    const plans: string[] = [];
    for (const statement of statements) plans.push(await explainer.explain(statement));
    const texts = statements.map(({ text }) => text).join(';');
    explained.set(texts, { name: request.name, plans: plans.join('\n') });
  }
  for (const { name, plans } of explained.values()) {
    await writeFile(path.join(folder, `${fileName(name)}.txt`), `${name}\n\n${plans}`);
  }
  await explainer.close();
} finally {
  await stack.close();
  await server?.stop();
}
process.exit(0);
