import { openGateway } from '../gateway/emulator/gateway.ts';
import { readPeakMemory } from './peak-memory.ts';
import { silenceLog } from './silence-log.ts';

// Answers a request repeatedly with the packaged service behind the emulated gateway, with the settings of the environment. It writes
// one line of JSON: the bytes of an answer, and the peak of the memory of this process in MB, with Node, the function, the emulator
// and the answers. The database and the Data API are in another process.

const [, , path = '/', answerCount = '1'] = process.argv;
const gateway = await openGateway('bundles');
silenceLog();
let bytes = 0;
for (let answer = 0; answer < Number(answerCount); answer += 1) {
  const response = await gateway.fetch(new Request(`http://localhost:3000${path}`));
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
  bytes = (await response.arrayBuffer()).byteLength;
}
process.stdout.write(`${JSON.stringify({ bytes, megabytes: await readPeakMemory() })}\n`);
process.exit(0);
