import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listenOnPort } from '../../gateway/emulator/listen-on-port.ts';
import { awsStreamLimits } from '../../gateway/emulator/streams.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

/** The service with the sample, open to everybody, on a port of this machine. */
export type ListeningService = TestService & { readonly url: string };

/** Opens the service for programs of others, which come over HTTP. */
export async function openListeningService(): Promise<ListeningService> {
  const service = await openSampleService();
  await service.openToGuest();
  // Nobody waits here for what AWS takes its time to carry.
  const limits = { ...awsStreamLimits, pause: async () => undefined };
  const gateway = await listenOnPort(await openGateway('sources', undefined, limits));
  return {
    ...service,
    url: gateway.url,
    close: async () => {
      await gateway.close();
      await service.close();
    },
  };
}
