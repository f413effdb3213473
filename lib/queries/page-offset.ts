/** Larger than any table, and small enough for PostgreSQL. */
const maxOffset = 2n ** 40n;

/** The number of rows before a page, capped so that PostgreSQL accepts every page number. */
export function pageOffset(page: number, limit: number): bigint {
  const offset = BigInt(page - 1) * BigInt(limit);
  return offset < maxOffset ? offset : maxOffset;
}
