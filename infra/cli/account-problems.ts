const longestName = 150;
const longestEmail = 254;

/** The name by which the command line knows callers without a token. */
export const anonymousName = 'anonymous';

/** What is wrong with a username, or with the name of a group; empty where it will do. */
export function nameProblems(what: 'username' | 'name', name: string): readonly string[] {
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
  return problems;
}

/** What is wrong with an e-mail address; empty where it will do, or there is none. */
export function emailProblems(email: string): readonly string[] {
  if (email === '') return [];
  const isAddress = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(email) && email.isWellFormed();
  if (isAddress && email.length <= longestEmail) return [];
  return [`${JSON.stringify(email)} is not an e-mail address such as anna@example.org.`];
}
