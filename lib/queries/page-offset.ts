/**
 * The number of rows before a page. It is capped above the size of any table, so that PostgreSQL accepts every page
 * number.
 */
export function pageOffset(page: number, limit: number): bigint {
  const rows = BigInt(page - 1) * BigInt(limit);
  return rows < 2n ** 40n ? rows : 2n ** 40n;
}
