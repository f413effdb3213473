import { openGateway } from '../../gateway/emulator/gateway.ts';
import { listenOnPort } from '../../gateway/emulator/listen-on-port.ts';

// The functions behind the imitated gateway, in a process whose memory is theirs and the gateway's. The settings are in the environment.
// It says where it listens in one line of JSON, and ends with its parent.

const unlimited = {
  maximumBytes: Number.POSITIVE_INFINITY,
  unthrottledBytes: Number.POSITIVE_INFINITY,
  bytesPerSecond: Number.POSITIVE_INFINITY,
};
console.log = () => undefined;
const { url } = await listenOnPort(await openGateway('bundles', undefined, unlimited));
process.stdout.write(`${JSON.stringify({ url })}\n`);
