import { openGateway } from '../gateway/emulator/gateway.ts';
import { listenOnPort } from '../gateway/emulator/listen-on-port.ts';
import {
  createTestAccount,
  createTestApplication,
  type TestApplication,
} from '../support/accounts.ts';
import { openTestService, type TestService } from '../support/service.ts';
import { openCloudFrontProxy } from './cloudfront-proxy.ts';

/** The service behind an emulated CloudFront on a local port, with one account and its applications. */
export type ReachableService = {
  readonly service: TestService;
  /** The base URL, at which the service answers. */
  readonly url: string;
  readonly username: string;
  readonly applications: {
    /** Public, for the password grant. */
    readonly passwordClient: TestApplication;
    /** Confidential, for client credentials. */
    readonly credentialsClient: TestApplication;
  };
  readonly close: () => Promise<void>;
};

/**
 * Makes the service reachable behind an emulated CloudFront on a local port, whose URL becomes the base URL.
 * @param service a service without earlier requests, because functions read their settings at the first request
 */
export async function exposeService(
  service: TestService,
): Promise<Pick<ReachableService, 'url' | 'close'>> {
  const gateway = await listenOnPort(await openGateway('sources'));
  const front = await openCloudFrontProxy(gateway.url);
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

/** Opens a reachable service with an account and its applications. */
export async function openReachableService(): Promise<ReachableService> {
  const service = await openTestService();
  const username = 'reader';
  const account = await createTestAccount(service, username, { groups: ['Resource Exporter'] });
  return {
    ...(await exposeService(service)),
    service,
    username,
    applications: {
      passwordClient: await createTestApplication(service, account),
      credentialsClient: await createTestApplication(
        service,
        account,
        'confidential',
        'client-credentials',
      ),
    },
  };
}

/** Deletes the stored failures of sign-ins, which would throttle later tests, because all tests sign in from one address. */
export async function clearSignInAttempts({ service }: ReachableService): Promise<void> {
  await service.stack.dataApi.write({ text: 'delete from sign_in_attempt', parameters: [] });
}
