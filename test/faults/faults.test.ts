import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { insertFault } from './fault.ts';
import { faults } from './faults.ts';

const root = path.resolve(import.meta.dirname, '../..');

describe('a fault that the tests have to find', () => {
  it.each(faults)('can be inserted into the sources: $description', (fault) => {
    const text = readFileSync(path.join(root, fault.file), 'utf8');
    expect(insertFault(fault, text)).not.toBe(text);
    expect(fault.tests.filter((test) => !existsSync(path.join(root, test)))).toEqual([]);
  });
});
