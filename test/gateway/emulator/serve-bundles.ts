import { silenceLog } from '../../bench/silence-log.ts';
import { openGateway } from './gateway.ts';
import { listenOnPort } from './listen-on-port.ts';
import type { StreamLimits } from './streams.ts';

/**
 * Serves the packaged functions on a free port, without their log. Prints the address as one line of JSON.
 * @param waitingTime milliseconds for every function, instead of the limits of API Gateway
 */
export async function serveBundles(limits?: StreamLimits, waitingTime?: number): Promise<void> {
  silenceLog();
  const { url } = await listenOnPort(await openGateway('bundles', waitingTime, limits));
  process.stdout.write(`${JSON.stringify({ url })}\n`);
}
