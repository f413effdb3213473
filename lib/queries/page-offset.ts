/** The rows before a page, at most more than any table has: no number of a page is too large for PostgreSQL. */
export function pageOffset(page: number, limit: number): bigint {
  const rows = BigInt(page - 1) * BigInt(limit);
  return rows < 2n ** 40n ? rows : 2n ** 40n;
}
