import { describe, expect, it } from 'vitest';

import { jsonPointer, parseJsonPointer } from '../../../lib/json/json-pointer.ts';
import { RepeatedMemberFinder } from '../../../lib/json/repeated-members.ts';

const names = ['a/b', '~', '~1', '/~0/', '', 'ü "quoted"'];

describe('a JSON Pointer', () => {
  it.each(names)('escapes a name, and is parsed to it: %j', (name) => {
    expect(jsonPointer(['~1', name, 0])).not.toMatch(/~(?![01])/);
    expect(parseJsonPointer(jsonPointer(['~1', name, 0]))).toEqual(['~1', name, '0']);
  });

  it.each(names)('is the same for a repeated member: %j', (name) => {
    const member = JSON.stringify(name);
    const finder = new RepeatedMemberFinder();
    finder.addChunk(`[0, {"a/~": {${member}: 1, ${member}: 2}}]`);
    expect(finder.members.map(({ pointer }) => pointer)).toEqual([jsonPointer([1, 'a/~', name])]);
  });
});
