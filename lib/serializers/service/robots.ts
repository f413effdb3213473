/**
 * The rules for crawlers (RFC 9309) of a service whose pages may be indexed. The longest matching rule applies, so pages
 * are allowed, but nothing below them and nothing with a query: the sitemap lists all records.
 * @param basePath the path of the base URL; empty if it has none
 * @param pathsWithPages the path templates, such as `/resources/{first}`, of what browsers get as pages
 */
export function robotsWithPages(
  baseUrl: string,
  basePath: string,
  pathsWithPages: Iterable<string>,
): string {
  const rules = [
    'Allow: /sitemap.xml',
    ...[...pathsWithPages].flatMap(pageRules),
    'Disallow: /',
  ].map((rule) => rule.replace(' ', ` ${basePath}`));
  return writeRobots([...rules, '', `Sitemap: ${baseUrl}/sitemap.xml`]);
}

/** The rules of a service that no crawler may visit. */
export function robotsWithoutPages(basePath: string): string {
  return writeRobots([`Disallow: ${basePath}/`]);
}

function writeRobots(lines: readonly string[]): string {
  return ['User-agent: *', ...lines, ''].join('\n');
}

function pageRules(pathTemplate: string): readonly string[] {
  const pattern = pathTemplate.replaceAll(/\{[^{}]+\}/g, '*');
  if (!pattern.endsWith('*')) return [`Allow: ${pattern}$`];
  const start = pattern.slice(0, -1);
  return [`Allow: ${start}`, `Disallow: ${pattern}/`, `Disallow: ${pattern}?`];
}
