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

/**
 * Puts the service behind a front on a port of this machine, with the front as its base URL.
 * @param service to which no request was sent yet: its functions read their settings at the first one
 */
export async function reachable(
  service: TestService,
): Promise<Pick<ReachableService, 'url' | 'close'>> {
  const gateway = await listen(await openGateway('sources'));
  const front = await openFront(gateway.url);
  process.env['HDS_BASE_URL'] = front.url;
  return {
    url: front.url,
    close: async () => {
      await front.close();
      await gateway.close();
      await service.close();
    },
  };
}

/** Opens the service, reachable, with an account and its applications. */
export async function openReachableService(): Promise<ReachableService> {
  const service = await openTestService();
  const username = 'reader';
  const account = await createAccount(service, username, { groups: ['Resource Exporter'] });
  return {
    ...(await reachable(service)),
    service,
    username,
    applications: {
      forUsers: await createApplication(service, account),
      forItself: await createApplication(service, account, 'confidential', 'client-credentials'),
    },
  };
}

/** Forgets failed sign-ins, which all come from one address. */
export async function forgetFailures({ service }: ReachableService): Promise<void> {
  await service.stack.data.write({ text: 'delete from sign_in_attempt', parameters: [] });
}
