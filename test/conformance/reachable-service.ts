import { openGateway } from '../gateway/imitation/gateway.ts';
import { listen } from '../gateway/imitation/listen.ts';
import { createAccount, createApplication, type TestApplication } from '../support/accounts.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { openFront } from './front.ts';

/** The service on a port of this machine, as clients reach it, with one account and the applications that they are. */
export type ReachableService = {
  readonly service: TestService;
  /** The base URL, which is also where it answers. */
  readonly url: string;
  readonly username: string;
  readonly applications: {
    /** Public, for the password grant. */
    readonly forUsers: TestApplication;
    /** Confidential, for client credentials. */
    readonly forItself: TestApplication;
  };
  readonly close: () => Promise<void>;
};

/** Opens the service behind a front, with the front as its base URL. */
export async function openReachableService(): Promise<ReachableService> {
  const service = await openTestService();
  const gateway = await listen(await openGateway('sources'));
  const front = await openFront(gateway.url);
  // Nothing was asked yet: the functions read their settings at the first request.
  process.env['HDS_BASE_URL'] = front.url;
  const username = 'reader';
  const account = await createAccount(service, username, { groups: ['Resource Exporter'] });
  return {
    service,
    url: front.url,
    username,
    applications: {
      forUsers: await createApplication(service, account),
      forItself: await createApplication(service, account, 'confidential', 'client-credentials'),
    },
    close: async () => {
      await front.close();
      await gateway.close();
      await service.close();
    },
  };
}

/** Forgets failed sign-ins, which all come from one address. */
export async function forgetFailures({ service }: ReachableService): Promise<void> {
  await service.stack.data.write({ text: 'delete from sign_in_attempt', parameters: [] });
}
