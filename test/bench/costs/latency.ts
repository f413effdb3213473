import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listenOnPort } from '../../gateway/emulator/listen-on-port.ts';
import type { Figure } from '../figure.ts';
import { measureWork } from '../load.ts';
import type { CostService } from './costs.ts';
import { buildReadRequests } from './reads.ts';

const clientCounts = [1, 4];
const seconds = 1;

/**
 * Measures reads over HTTP of the packaged service behind the emulated gateway, for one client and for several concurrent ones. The peer
 * is /health, which needs no data.
 */
export async function measureLatencies(
  { stack, examples, account }: CostService,
  isSelected: (name: string) => boolean,
): Promise<readonly Figure[]> {
  const requests = buildReadRequests(examples, account).filter(
    ({ name, only }) => only === undefined && isSelected(name),
  );
  const service = await listenOnPort(await openGateway('bundles'));
  try {
    const figures: Figure[] = [];
    for (const count of clientCounts) {
      const healthTime = await measureMedian(`${service.url}/health`, count);
      for (const { name, path } of requests) {
        figures.push({
          subject: `${name}, Guest, ${stack.name}`,
          measure: count === 1 ? 'p50 over HTTP' : `p50 over HTTP, ${count} clients`,
          value: await measureMedian(service.url + path, count),
          unit: 'ms',
          beside: { name: '/health', value: healthTime },
        });
      }
    }
    return figures;
  } finally {
    await service.close();
  }
}

/** Measures the median time of a request that several clients repeat without a pause. */
async function measureMedian(url: string, count: number): Promise<number> {
  const sendRequest = async (): Promise<void> => {
    const response = await fetch(url, { redirect: 'manual' });
    await response.arrayBuffer();
    if (response.status >= 400) throw new Error(`${url} answered ${response.status}.`);
  };
  const tasks = Array.from({ length: count }, () => sendRequest);
  const median = await measureWork(tasks, seconds);
  return median;
}
