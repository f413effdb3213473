import { setTimeout as wait } from 'node:timers/promises';

import type { CommandLineService } from './beside-service.ts';
import { runHdsProcess } from './command.ts';

/** Runs `hds` as a process, and kills it during the Data API call whose statement contains `match`. @returns its exit code */
export async function runAndKill(
  { stack, folder }: Pick<CommandLineService, 'stack' | 'folder'>,
  words: readonly string[],
  match: string,
): Promise<number | null> {
  const { faults } = stack.server;
  faults.add({ when: 'before', kind: 'delay', milliseconds: 3000, match });
  const { code } = await runHdsProcess({ HDS_DATA_DIR: folder }, words, (child) => {
    void (async () => {
      for (;;) {
        const unusedFault = faults.take('before', match);
        if (unusedFault === undefined) break;
        faults.add(unusedFault);
        await wait(20);
      }
      child.kill('SIGKILL');
    })();
  });
  faults.clear();
  return code;
}
