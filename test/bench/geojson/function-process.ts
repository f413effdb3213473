import { openGateway } from '../../gateway/imitation/gateway.ts';
import { listen } from '../../gateway/imitation/listen.ts';

// The functions behind the imitated gateway, in a process whose memory is theirs and the gateway's. The settings are in the environment.
// It says where it listens in one line of JSON, and ends with its parent.

console.log = () => undefined;
const { url } = await listen(await openGateway('bundles', 900_000));
process.stdout.write(`${JSON.stringify({ url })}\n`);
