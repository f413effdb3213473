import { describe, expect, it } from 'vitest';

import { findPasswordProblems } from '../../../infra/cli/password-policy.ts';

const tooShort = 'The password needs at least 12 characters.';
const tooLong = 'The password may have at most 1024 bytes in UTF-8: choose a shorter one.';
const onlySpaces = 'The password needs something other than spaces.';
const halved = 'The password has an incomplete character: type it again.';

describe('a new password', () => {
  it.each([
    'abcdefghijkl',
    '            x',
    'correct horse battery staple',
    'Cathédrale Saint-Étienne',
    '🏛'.repeat(12),
    'x'.repeat(1024),
    'é'.repeat(512),
  ])('will do when it is long enough, whatever it is made of: %s', (password) => {
    expect(findPasswordProblems(password)).toEqual([]);
  });

  it.each(['', 'x', 'abcdefghijk', '🏛'.repeat(11)])(
    'needs 12 characters, each a code point: %s',
    (password) => {
      expect(findPasswordProblems(password)).toEqual([tooShort]);
    },
  );

  it('is no longer for letters that are typed in two parts', () => {
    expect(findPasswordProblems('e\u0301'.repeat(11))).toEqual([tooShort]);
    expect(findPasswordProblems('e\u0301'.repeat(12))).toEqual([]);
  });

  it.each(['miller@mills.test', 'Miller@MILLS.test', 'old-mill-keeper', 'OLD-MILL-keeper'])(
    'is not the username or the e-mail address of its owner, in any letter case: %s',
    (password) => {
      expect(findPasswordProblems(password, ['Old-Mill-Keeper', 'miller@mills.test'])).toEqual([
        'The password is the username or the e-mail address: choose another one.',
      ]);
    },
  );

  it('may hold one of them', () => {
    expect(findPasswordProblems('old-mill-keeper of 1850', ['old-mill-keeper', ''])).toEqual([]);
  });

  it('may have 1024 bytes', () => {
    expect(findPasswordProblems('x'.repeat(1025))).toEqual([tooLong]);
    expect(findPasswordProblems('é'.repeat(513))).toEqual([tooLong]);
  });

  it.each([' '.repeat(12), '\t'.repeat(12), '\u00a0'.repeat(12), '\u3000\n'.repeat(6)])(
    'is not spaces only: %j',
    (password) => {
      expect(findPasswordProblems(password)).toEqual([onlySpaces]);
    },
  );

  it('holds no half of a character', () => {
    expect(findPasswordProblems('correct horse \ud83d')).toEqual([halved]);
  });

  it('is told all that is wrong with it at once', () => {
    expect(findPasswordProblems('   ')).toEqual([tooShort, onlySpaces]);
    expect(findPasswordProblems('\ud83d')).toEqual([halved, tooShort]);
    expect(findPasswordProblems(' '.repeat(1025))).toEqual([tooLong, onlySpaces]);
  });

  it('is never repeated in what is wrong with it', () => {
    expect(findPasswordProblems('hunter2 \ud83d').join(' ')).not.toContain('hunter2');
  });
});
