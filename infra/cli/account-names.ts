const longestName = 150;
const longestEmail = 254;

/** The name by which the command line knows callers without a token. */
export const anonymousName = 'anonymous';

/** The account of an application is called so, with the client id after it. */
const applicationPrefix = 'application ';

/**
 * A username or e-mail address as it is stored and looked up: letters with marks in their composed form (NFC), whichever way
 * a keyboard or an export writes them. Letter case stays.
 * Source: RFC 8265, section 3.4 (the profile UsernameCasePreserved), its normalization rule.
 */
export function normalizeName(name: string): string {
  return name.normalize('NFC');
}

/** What is wrong with a username that only the account of an application may have; null for any other. */
export function findReservedNameProblem(username: string): string | null {
  if (!username.startsWith(applicationPrefix)) return null;
  return `Usernames that begin with "${applicationPrefix}" are for the accounts of applications: choose another username.`;
}

/** What is wrong with a username, or with the name of a group; empty where it will do. */
export function findNameProblems(what: 'username' | 'name', name: string): readonly string[] {
  const problems: string[] = [];
  if (name.trim() === '') problems.push(`The ${what} is empty.`);
  if (Array.from(name).length > longestName) {
    problems.push(`The ${what} is longer than ${longestName} characters.`);
  }
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) {
    problems.push(`The ${what} has a control character, or one that is cut in half.`);
  }
  if (what === 'username' && name === anonymousName) {
    problems.push('anonymous stands for callers without a token: choose another username.');
  }
  const reserved = what === 'username' ? findReservedNameProblem(name) : null;
  return reserved === null ? problems : [...problems, reserved];
}

/** What is wrong with an e-mail address; empty where it will do, or there is none. */
export function findEmailProblems(email: string): readonly string[] {
  if (email === '') return [];
  const isAddress = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) && email.isWellFormed();
  if (isAddress && email.length <= longestEmail) return [];
  return [`${JSON.stringify(email)} is not an e-mail address such as anna@example.org.`];
}
