/** Parameters of a link; those that are undefined are left out. */
export type LinkQuery = Readonly<Record<string, string | undefined>>;

/**
 * A link to a page of results (RFC 8288).
 * @param uri that of the list
 * @param relation such as `next`
 */
export function pageLink(uri: string, relation: string, query: LinkQuery): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) parameters.set(name, value);
  }
  const search = parameters.size === 0 ? '' : `?${parameters.toString()}`;
  return `<${uri}${search}>; rel="${relation}"`;
}
