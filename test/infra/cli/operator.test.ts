import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { localOperator, readStageOperator } from '../../../infra/cli/operator.ts';

const arn = 'arn:aws:iam::123456789012:user/jane';
const { username } = userInfo();

let status = 200;
let server: Server;

beforeEach(async () => {
  server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'text/xml' });
    response.end(
      `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><GetCallerIdentityResult><Arn>${arn}</Arn></GetCallerIdentityResult></GetCallerIdentityResponse>`,
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_STS', `http://127.0.0.1:${port}`);
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'test');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'test');
});

afterEach(async () => {
  vi.unstubAllEnvs();
  await new Promise((resolve) => server.close(resolve));
});

describe('the operator of a change', () => {
  it('is the user of the operating system', () => {
    expect(localOperator()).toEqual({ accountId: null, name: username });
  });

  it('is on a stage also the principal of AWS', async () => {
    status = 200;
    expect((await readStageOperator('eu-west-1')).name).toBe(`${username}, ${arn}`);
  });

  it('is the user alone if AWS does not tell the principal', async () => {
    status = 403;
    expect((await readStageOperator('eu-west-1')).name).toBe(username);
  });
});
