import { beforeAll, describe, expect, it } from 'vitest';

import { openGateway, type Gateway } from './emulator/gateway.ts';
import { readProblem } from './problem.ts';

let gateway: Gateway;

beforeAll(async () => {
  gateway = await openGateway();
});

function fetchPath(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return gateway.fetch(new Request(`https://service.test${path}`, { headers }));
}

const compact = '{"status":"ok"}';
const indented = '{\n  "status": "ok"\n}';

describe('parameters through the gateway', () => {
  it('are taken from the query', async () => {
    await expect((await fetchPath('/health?indent=2')).text()).resolves.toBe(indented);
  });

  it('are taken from a header', async () => {
    await expect((await fetchPath('/health', { 'X-SERVICE-INDENT': '2' })).text()).resolves.toBe(
      indented,
    );
  });

  it('are taken from the query if a header is sent, too', async () => {
    const response = await fetchPath('/health?indent=2', { 'X-SERVICE-INDENT': 'x' });
    await expect(response.text()).resolves.toBe(indented);
  });

  it('are taken from the query even if their values there are empty', async () => {
    const response = await fetchPath('/health?indent', { 'X-SERVICE-INDENT': '2' });
    expect(response.status).toBe(400);
  });

  it('are ignored in the query if their names are in upper case', async () => {
    await expect((await fetchPath('/health?INDENT=2')).text()).resolves.toBe(compact);
  });

  it('are ignored if they are unknown', async () => {
    const response = await fetchPath('/health?colour=red&colour=blue', {
      'X-SERVICE-SHAPE': 'round',
    });
    expect(response.status).toBe(200);
  });

  it('are all reported at once if several are invalid', async () => {
    const problem = await readProblem(await fetchPath('/resources?page=0&limit=many&indent=-1'));
    expect(problem.errors?.map((error) => error.pointer).toSorted()).toStrictEqual([
      '/indent',
      '/limit',
      '/page',
    ]);
  });

  it('do not appear in the answer that refuses them', async () => {
    const text = await (await fetchPath('/resources?page=secret')).text();
    expect(text).not.toContain('secret');
  });
});

describe('an answer that succeeds', () => {
  it('can be read by scripts of any origin', async () => {
    const response = await fetchPath('/health', { origin: 'https://map.example' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-expose-headers')).toContain('Link');
  });

  it('is the same with a slash at the end', async () => {
    await expect((await fetchPath('/health/')).text()).resolves.toBe(compact);
  });

  it('has no body for HEAD', async () => {
    const request = new Request('https://service.test/health', { method: 'HEAD' });
    const response = await gateway.fetch(request);
    expect([
      response.status,
      response.headers.get('content-type'),
      await response.text(),
    ]).toStrictEqual([200, 'application/json', '']);
  });
});
