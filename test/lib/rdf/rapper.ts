import { execFileSync } from 'node:child_process';

function isInstalled(): boolean {
  try {
    execFileSync('rapper', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('rapper is not installed (Debian: raptor2-utils): RDF/XML is tested without it.');
    return false;
  }
}

const isRapperInstalled = isInstalled();

/**
 * Parses RDF/XML with Raptor, which many tools use.
 * @returns N-Triples, which are invalid after a warning; undefined if Raptor is not installed
 * @throws Error if Raptor refuses the document
 */
export function readWithRapper(document: string): string | undefined {
  if (!isRapperInstalled) return undefined;
  const options = ['-i', 'rdfxml', '-o', 'ntriples', '-q', '-', 'https://example.org/'];
  // The shell adds standard error to the output, so that a warning makes the output invalid N-Triples.
  return execFileSync('sh', ['-c', 'exec rapper "$@" 2>&1', 'sh', ...options], {
    input: document,
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
  });
}

const documentPattern = /^(<\?xml[^>]*\?>\n<rdf:RDF)([^>]*)>\n(.*)<\/rdf:RDF>\n$/s;

/**
 * Joins documents, because starting a process for each document takes longer than parsing it.
 * @returns one document for each set of documents whose prefixes agree
 */
export function joinDocuments(documents: readonly string[]): readonly string[] {
  const groups: { prefixes: Map<string, string>; bodies: string[] }[] = [];
  for (const document of documents) {
    const [, , declarations = '', body = ''] = documentPattern.exec(document) ?? [];
    const ownPrefixes = [...declarations.matchAll(/ xmlns:(\w+)="([^"]*)"/g)].map(
      ([, prefix = '', namespace = '']) => [prefix, namespace] as const,
    );
    const hasSamePrefixes = ({ prefixes }: (typeof groups)[number]): boolean =>
      ownPrefixes.every(([prefix, namespace]) => (prefixes.get(prefix) ?? namespace) === namespace);
    let group = groups.find(hasSamePrefixes);
    if (group === undefined) {
      group = { prefixes: new Map(), bodies: [] };
      groups.push(group);
    }
    for (const [prefix, namespace] of ownPrefixes) group.prefixes.set(prefix, namespace);
    group.bodies.push(body);
  }
  return groups.map(({ prefixes, bodies }) => {
    const declarations = Array.from(prefixes, ([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${declarations.join('')}>\n${bodies.join('')}</rdf:RDF>\n`;
  });
}
