import { openGateway } from '../gateway/emulator/gateway.ts';
import { peakMemory } from './peak-memory.ts';

// Answers a request again and again, packaged, behind the emulated gateway, with the settings of the environment. It writes, as
// one line of JSON, the bytes of an answer, and the most memory, in MB, that this process ever took: Node itself, the function,
// the emulator, and the answers. The database and the Data API are elsewhere.

const [, , path = '/', answers = '1'] = process.argv;
const gateway = await openGateway('bundles');
// The lines of log of the functions are not measured.
console.log = () => undefined;
let bytes = 0;
for (let answer = 0; answer < Number(answers); answer += 1) {
  const response = await gateway.fetch(new Request(`http://localhost:3000${path}`));
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  bytes = (await response.arrayBuffer()).byteLength;
}
process.stdout.write(`${JSON.stringify({ bytes, megabytes: await peakMemory() })}\n`);
process.exit(0);
