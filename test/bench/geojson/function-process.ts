import { openGateway } from '../../gateway/imitation/gateway.ts';
import { listen } from '../../gateway/imitation/listen.ts';

// The functions behind the imitated gateway, in a process whose memory is theirs and the gateway's. The settings are in the environment.
// It says where it listens in one line of JSON, and ends with its parent.

const unlimited = {
  mostBytes: Number.POSITIVE_INFINITY,
  freeBytes: Number.POSITIVE_INFINITY,
  bytesPerSecond: Number.POSITIVE_INFINITY,
};
console.log = () => undefined;
const { url } = await listen(await openGateway('bundles', undefined, unlimited));
process.stdout.write(`${JSON.stringify({ url })}\n`);
