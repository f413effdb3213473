const maxNameLength = 150;
const maxEmailLength = 254;

/** The name that stands on the command line for callers without a token. */
export const anonymousName = 'anonymous';

/** The username of an application's account is this prefix with the client id. */
const applicationPrefix = 'application ';

/**
 * Normalizes a username or e-mail address to NFC, as it is stored and looked up. Letter case stays.
 * Source: RFC 8265, section 3.4 (the profile UsernameCasePreserved), its normalization rule.
 */
export function normalizeName(name: string): string {
  return name.normalize('NFC');
}

/** Returns the problem of a username that is reserved for the account of an application, or null. */
export function findReservedNameProblem(username: string): string | null {
  if (!username.startsWith(applicationPrefix)) return null;
  return `Usernames that begin with "${applicationPrefix}" are for the accounts of applications: choose another username.`;
}

/** Returns the problems of a username (`kind` is `username`), or of the name of a group or person (`kind` is `name`). */
export function findNameProblems(kind: 'username' | 'name', name: string): readonly string[] {
  const problems: string[] = [];
  if (name.trim() === '') problems.push(`The ${kind} is empty.`);
  if (Array.from(name).length > maxNameLength) {
    problems.push(`The ${kind} is longer than ${maxNameLength} characters.`);
  }
  if (/\p{Cc}/u.test(name) || !name.isWellFormed()) {
    problems.push(`The ${kind} has a control character or an incomplete character.`);
  }
  if (kind === 'name') return problems;
  if (name === anonymousName) {
    problems.push(`${anonymousName} stands for callers without a token: choose another username.`);
  }
  return [...problems, findReservedNameProblem(name)].filter((problem) => problem !== null);
}

/** Returns the problems of an e-mail address; none if it is empty. */
export function findEmailProblems(email: string): readonly string[] {
  if (email === '') return [];
  const isAddress = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) && email.isWellFormed();
  if (isAddress && email.length <= maxEmailLength) return [];
  return [`${JSON.stringify(email)} is not an e-mail address such as anna@example.org.`];
}
