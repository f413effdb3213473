/** The rows before a page, so many that no number of a page is too large for PostgreSQL. */
export function rowsBefore(page: number, limit: number): bigint {
  const rows = BigInt(page - 1) * BigInt(limit);
  return rows < 2n ** 62n ? rows : 2n ** 62n;
}
