import { createTestAccount, testPassword } from '../../support/accounts.ts';
import { openSampleService } from '../../support/sample.ts';
import { configuredClientId, type TestService } from '../../support/service.ts';
import { registerApplication } from '../../../lib/queries/applications/applications.ts';
import { exposeService } from '../reachable-service.ts';
import type { ReplayValues } from './replay.ts';

/** The service with the sample on a local port, for recorded clients. */
export type ClientService = {
  readonly service: TestService;
  /** Sends a request; the path begins with a slash. */
  readonly send: (path: string, init: RequestInit) => Promise<Response>;
  /** The values that the first request of a recording needs: `username`, `password`. */
  readonly values: ReplayValues;
  /** The account that signs in. */
  readonly accountId: number;
  readonly close: () => Promise<void>;
};

/** Opens the service with the sample, which Guest may read. Creates an account that may edit, and the application of HDS_CLIENT_ID. */
export async function openClientService(): Promise<ClientService> {
  const service = await openSampleService();
  await service.openToGuest();
  const username = 'field.worker';
  const accountId = await createTestAccount(service, username, { groups: ['Resource Editor'] });
  await service.stack.dataApi.write(
    registerApplication(accountId, configuredClientId, null, {
      name: 'Existing clients',
      clientType: 'public',
      grantType: 'password',
      redirectUris: [],
    }),
  );
  const { url, close } = await exposeService(service);
  return {
    service,
    send: (path, init) => fetch(`${url}${path}`, init),
    values: { username, password: testPassword },
    accountId,
    close,
  };
}
