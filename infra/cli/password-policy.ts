import { opaqueString } from '../../lib/identity/passwords/password-text.ts';

const leastCharacters = 12;
const mostBytes = 1024;

/**
 * Says what is wrong with a password that somebody wants to have. Length is asked for, and no mixture of kinds of
 * characters; a code point is a character. No list of common passwords is consulted, but it may not be what its owner is known by.
 * Source: NIST SP 800-63B, password verifiers.
 * @param names username and e-mail address of its owner
 * @returns sentences for its owner; empty where it will do
 */
export function findPasswordProblems(
  password: string,
  names: readonly string[] = [],
): readonly string[] {
  const problems: string[] = [];
  if (!password.isWellFormed()) {
    problems.push('The password has a character that is cut in half: type it again.');
  }
  if (Array.from(opaqueString(password)).length < leastCharacters) {
    problems.push(`The password needs at least ${leastCharacters} characters.`);
  }
  if (Buffer.byteLength(password) > mostBytes) {
    problems.push(
      `The password may have at most ${mostBytes} bytes in UTF-8: choose a shorter one.`,
    );
  }
  if (/^\s+$/.test(password)) {
    problems.push('The password needs something other than spaces.');
  }
  if (names.some((name) => name !== '' && folded(name) === folded(password))) {
    problems.push('The password is the username or the e-mail address: choose another one.');
  }
  return problems;
}

/** A text without what letter case and the ways of typing a letter make different. */
const folded = (text: string): string => opaqueString(text).toLowerCase();
