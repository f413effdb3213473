/** Makes an SQL expression for rows of a table as a JSON array. */
export const jsonArrayOf = (from: string, item: string, order: string): string =>
  `coalesce((select jsonb_agg(${item} order by ${order}) from ${from}), '[]')`;
