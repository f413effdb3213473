import { describe, expect, it } from 'vitest';

import { findPasswordProblems } from '../../../../infra/cli/accounts/password-policy.ts';

const tooShort = 'The password needs at least 12 characters.';
const tooLong = 'The password may have at most 1024 bytes in UTF-8: choose a shorter one.';
const onlySpaces = 'The password needs something other than spaces.';
const incompleteCharacter = 'The password has an incomplete character: type it again.';

describe('a new password', () => {
  it.each([
    'abcdefghijkl',
    '            x',
    'correct horse battery staple',
    'Cathédrale Saint-Étienne',
    '🏛'.repeat(12),
    'x'.repeat(1024),
    'é'.repeat(512),
  ])('is accepted if it is long enough, with any characters: %s', (password) => {
    expect(findPasswordProblems(password)).toEqual([]);
  });

  it.each(['', 'x', 'abcdefghijk', '🏛'.repeat(11)])(
    'must have 12 characters, counted as code points: %s',
    (password) => {
      expect(findPasswordProblems(password)).toEqual([tooShort]);
    },
  );

  it('has the same length whether its letters are typed in composed or decomposed form', () => {
    expect(findPasswordProblems('e\u0301'.repeat(11))).toEqual([tooShort]);
    expect(findPasswordProblems('e\u0301'.repeat(12))).toEqual([]);
  });

  it.each(['miller@mills.test', 'Miller@MILLS.test', 'old-mill-keeper', 'OLD-MILL-keeper'])(
    'is refused if it is the username or the e-mail address of its owner, in any letter case: %s',
    (password) => {
      expect(findPasswordProblems(password, ['Old-Mill-Keeper', 'miller@mills.test'])).toEqual([
        'The password is the username or the e-mail address: choose another one.',
      ]);
    },
  );

  it('may contain the username or e-mail address', () => {
    expect(findPasswordProblems('old-mill-keeper of 1850', ['old-mill-keeper', ''])).toEqual([]);
  });

  it('is refused if it has more than 1024 bytes', () => {
    expect(findPasswordProblems('x'.repeat(1025))).toEqual([tooLong]);
    expect(findPasswordProblems('é'.repeat(513))).toEqual([tooLong]);
  });

  it.each([' '.repeat(12), '\t'.repeat(12), '\u00a0'.repeat(12), '\u3000\n'.repeat(6)])(
    'is refused if it has only spaces: %j',
    (password) => {
      expect(findPasswordProblems(password)).toEqual([onlySpaces]);
    },
  );

  it('is refused if it contains half of a surrogate pair', () => {
    expect(findPasswordProblems('correct horse \ud83d')).toEqual([incompleteCharacter]);
  });

  it('is refused with all its errors at once', () => {
    expect(findPasswordProblems('   ')).toEqual([tooShort, onlySpaces]);
    expect(findPasswordProblems('\ud83d')).toEqual([incompleteCharacter, tooShort]);
    expect(findPasswordProblems(' '.repeat(1025))).toEqual([tooLong, onlySpaces]);
  });

  it('is never repeated in an error text', () => {
    expect(findPasswordProblems('hunter2 \ud83d').join(' ')).not.toContain('hunter2');
  });
});
