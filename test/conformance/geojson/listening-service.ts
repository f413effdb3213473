import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listenOnPort } from '../../gateway/emulator/listen-on-port.ts';
import { fastStreamLimits } from '../../gateway/emulator/streams.ts';
import { openSampleService } from '../../support/sample.ts';
import type { TestService } from '../../support/service.ts';

/** The service with the sample, which Guest may read, behind the emulated gateway on a local port. */
export type ListeningService = TestService & { readonly url: string };

/** Opens the service for programs that use HTTP. */
export async function openListeningService(): Promise<ListeningService> {
  const service = await openSampleService();
  await service.openToGuest();
  const gateway = await listenOnPort(await openGateway('sources', undefined, fastStreamLimits));
  return {
    ...service,
    url: gateway.url,
    close: async () => {
      await gateway.close();
      await service.close();
    },
  };
}
