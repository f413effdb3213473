import { openGateway } from '../../gateway/imitation/gateway.ts';
import { listen, type Listening } from '../../gateway/imitation/listen.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

/** The service with the sample, open to everybody, on a port of this machine. */
export type ListeningService = TestService & { readonly url: string };

/** Opens the service for programs of others, which come over HTTP. */
export async function openListeningService(): Promise<ListeningService> {
  const service = await openSampleService();
  await service.open();
  const gateway: Listening = await listen(await openGateway());
  return {
    ...service,
    url: gateway.url,
    close: async () => {
      await gateway.close();
      await service.close();
    },
  };
}
