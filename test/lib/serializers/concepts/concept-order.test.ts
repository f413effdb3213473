import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { fileURLToPath } from 'node:url';

import { describe, expect, it } from 'vitest';

const module = fileURLToPath(
  new URL('../../../../lib/serializers/concepts/concept-order.ts', import.meta.url),
);
const script = `const { compareNaturally } = await import(process.argv[1]);
console.log(['Z', 'Å', 'a 10', 'a 9'].toSorted(compareNaturally).join());`;

describe('the natural order of labels', () => {
  it.each(['en_US.UTF-8', 'sv_SE.UTF-8', 'et_EE.UTF-8'])(
    'does not depend on the locale of the machine: %s',
    async (locale) => {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', script, module],
        { env: { ...process.env, LC_ALL: locale } },
      );
      expect(stdout.trim()).toBe('Å,a 9,a 10,Z');
    },
  );
});
