import { normalizePassword } from '../../../lib/identity/passwords/password-text.ts';

const minCharacters = 12;
const maxBytes = 1024;

/**
 * Checks a new password: it needs a minimum number of characters (code points), but no mixture of letters, digits and symbols.
 * Source: NIST SP 800-63B, password verifiers.
 * @param names the username and e-mail address of the account, which are refused as its password
 * @returns the problems, as sentences for the person who chose the password
 */
export function findPasswordProblems(
  password: string,
  names: readonly string[] = [],
): readonly string[] {
  const problems: readonly (readonly [isProblem: boolean, message: string])[] = [
    [!password.isWellFormed(), 'The password has an incomplete character: type it again.'],
    [
      Array.from(normalizePassword(password)).length < minCharacters,
      `The password needs at least ${minCharacters} characters.`,
    ],
    [
      Buffer.byteLength(password) > maxBytes,
      `The password may have at most ${maxBytes} bytes in UTF-8: choose a shorter one.`,
    ],
    [/^\s+$/.test(password), 'The password needs something other than spaces.'],
    [
      names.some((name) => name !== '' && foldCase(name) === foldCase(password)),
      'The password is the username or the e-mail address: choose another one.',
    ],
  ];
  return problems.filter(([isProblem]) => isProblem).map(([, message]) => message);
}

/** Makes texts equal that differ only in letter case or in the Unicode encoding of a letter. */
const foldCase = (text: string): string => normalizePassword(text).toLowerCase();
