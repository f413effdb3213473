/** The URL of the native server of this run; undefined if databases are embedded. */
export function nativeServerUrl(): string | undefined {
  const url = process.env['HDS_DATABASE_URL'] ?? '';
  return url === '' ? undefined : url;
}
