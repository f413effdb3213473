const maxAccountId = 2 ** 31 - 1;

/** Reads the id of an account from its digits. @returns undefined if no account can have it */
export function parseAccountId(text: string): number | undefined {
  const id = /^\d{1,10}$/.test(text) ? Number(text) : 0;
  return id >= 1 && id <= maxAccountId ? id : undefined;
}
