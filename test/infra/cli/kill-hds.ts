import { setTimeout as wait } from 'node:timers/promises';

import type { CommandLineService } from './beside-service.ts';
import { runHdsProcess } from './command.ts';

/**
 * Runs `hds` as a process of its own, and kills it during the first call of the Data API that contains a text.
 * @returns the exit code: null if it was killed
 */
export async function killHdsAt(
  { stack, folder }: Pick<CommandLineService, 'stack' | 'folder'>,
  text: string,
  ...words: readonly string[]
): Promise<number | null> {
  const { faults } = stack.server;
  faults.add({ when: 'before', kind: 'delay', milliseconds: 3000, match: text });
  const { code } = await runHdsProcess({ HDS_DATA_DIR: folder }, words, (child) => {
    void (async () => {
      while (child.exitCode === null) {
        const unusedFault = faults.take('before', text);
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
