import { openGateway } from '../../gateway/emulator/gateway.ts';
import { silenceLog } from '../silence-log.ts';
import { listenOnPort } from '../../gateway/emulator/listen-on-port.ts';

// Runs the functions behind the emulated gateway in a separate process, whose memory is measured. The settings are in the
// environment. The process prints its address as one line of JSON and ends with its parent.

const unlimited = {
  maximumBytes: Number.POSITIVE_INFINITY,
  unthrottledBytes: Number.POSITIVE_INFINITY,
  bytesPerSecond: Number.POSITIVE_INFINITY,
};
silenceLog();
const { url } = await listenOnPort(await openGateway('bundles', undefined, unlimited));
process.stdout.write(`${JSON.stringify({ url })}\n`);
