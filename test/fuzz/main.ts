import { spawn } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { parseArgs } from 'node:util';

// `npm run fuzz -- --minutes 5 [--seed NUMBER]` sends damaged events to all functions. A failure prints the event: keep it in test/fuzz/corpus.

const { values } = parseArgs({
  options: { minutes: { type: 'string', default: '5' }, seed: { type: 'string' } },
});
const { minutes, seed = String(randomInt(1_000_000_000)) } = values;
if (!(Number(minutes) > 0)) {
  console.error('The minutes must be a number above 0: npm run fuzz -- --minutes 5');
  process.exit(2);
}
console.log(`HDS_SEED=${seed}`);
const child = spawn('vitest', ['run', '--project', 'service', 'test/fuzz/fuzz.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, HDS_SEED: seed, HDS_FUZZ_MINUTES: minutes },
});
const [code] = await once(child, 'exit');
process.exitCode = typeof code === 'number' ? code : 1;
