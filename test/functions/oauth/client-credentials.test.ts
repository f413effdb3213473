import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';

import { rawSql } from '../../../lib/data-api/sql.ts';
import {
  bearerHeader,
  createTestAccount,
  createTestApplication,
  postForm,
  type TestApplication,
} from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

let service: TestService;
let administrator: number;
let application: TestApplication;

beforeAll(async () => {
  service = await openSampleService();
  administrator = await createTestAccount(service, 'administrator', { isAdministrator: true });
  application = await createTestApplication(
    service,
    administrator,
    'confidential',
    'client-credentials',
  );
});

afterAll(async () => service?.close());

const grant = { grant_type: 'client_credentials' };

const requestToken = async (clientId: string, secret: string): Promise<Response> =>
  postForm(service, '/o/token', { ...grant, client_id: clientId, client_secret: secret }, {});

describe('the client credentials grant', () => {
  it('returns a token for the account of the application, without a refresh token', async () => {
    const answer = await requestToken(application.clientId, application.secret);
    const document = z
      .object({ access_token: z.string() })
      .loose()
      .parse(await answer.json());
    expect(document).not.toHaveProperty('refresh_token');
    const headers = bearerHeader(document.access_token);
    expect((await service.fetch('/resources/', { headers })).status).toBe(200);
    expect(await (await service.fetch('/resources/?limit=1', { headers })).json()).toMatchObject({
      'ldp:contains': [],
    });
    await service.stack.dataApi.write(
      rawSql(`insert into group_member (account_id, account_group_id)
select o.service_account_id, g.account_group_id
from oauth_application o
join account_group g on g.name = 'Resource Exporter'
where o.client_id = '${application.clientId}'`),
    );
    const listAnswer = await service.fetch('/resources/?limit=1', { headers });
    expect(await listAnswer.json()).toMatchObject({ 'ldp:contains': [expect.any(String)] });
  });

  it('accepts the secret in the header Authorization: Basic', async () => {
    const basic = Buffer.from(`${application.clientId}:${application.secret}`).toString('base64');
    const headers = { authorization: `Basic ${basic}` };
    expect((await postForm(service, '/o/token', grant, headers)).status).toBe(200);
  });

  it('is refused for a wrong secret, and for applications of another grant', async () => {
    const otherApplication = await createTestApplication(service, administrator, 'confidential');
    const publicApplication = await createTestApplication(service, administrator);
    const attempts = [
      [application.clientId, 'wrong', 401, 'invalid_client'],
      [application.clientId, '', 401, 'invalid_client'],
      [otherApplication.clientId, otherApplication.secret, 400, 'unauthorized_client'],
      [publicApplication.clientId, '', 400, 'unauthorized_client'],
    ] as const;
    for (const [clientId, secret, status, error] of attempts) {
      const answer = await requestToken(clientId, secret);
      expect(answer.status).toBe(status);
      expect(await answer.json()).toMatchObject({ error });
    }
  });
});
