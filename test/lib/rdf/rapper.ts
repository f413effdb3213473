import { execFileSync } from 'node:child_process';

function isInstalled(): boolean {
  try {
    execFileSync('rapper', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    console.warn('rapper is not installed (Debian: raptor2-utils): RDF/XML is judged without it.');
    return false;
  }
}

const isThere = isInstalled();

/**
 * What the parser of Raptor, which many tools are made with, reads in a document of RDF/XML.
 * @returns N-Triples; undefined where it is not installed
 * @throws Error where it refuses the document, or warns of something in it
 */
export function readByRapper(document: string): string | undefined {
  if (!isThere) return undefined;
  const options = ['-i', 'rdfxml', '-o', 'ntriples', '-q', '-', 'https://example.org/'];
  // Warnings go to its standard error, which a shell can join to what it reads: no N-Triples parser takes them.
  return execFileSync('sh', ['-c', 'exec rapper "$@" 2>&1', 'sh', ...options], {
    input: document,
    encoding: 'utf8',
    maxBuffer: 1024 * 1024 * 1024,
  });
}

const frame = /^(<\?xml[^>]*\?>\n<rdf:RDF)([^>]*)>\n(.*)<\/rdf:RDF>\n$/s;

/**
 * Several documents as one, with all that they say: starting a process for each takes longer than reading it.
 * @returns one document for each set of documents whose prefixes agree
 */
export function joined(documents: readonly string[]): readonly string[] {
  const groups: { prefixes: Map<string, string>; bodies: string[] }[] = [];
  for (const document of documents) {
    const [, , declarations = '', body = ''] = frame.exec(document) ?? [];
    const own = [...declarations.matchAll(/ xmlns:(\w+)="([^"]*)"/g)].map(
      ([, prefix = '', namespace = '']) => [prefix, namespace] as const,
    );
    const agrees = ({ prefixes }: (typeof groups)[number]): boolean =>
      own.every(([prefix, namespace]) => (prefixes.get(prefix) ?? namespace) === namespace);
    let group = groups.find(agrees);
    if (group === undefined) {
      group = { prefixes: new Map(), bodies: [] };
      groups.push(group);
    }
    for (const [prefix, namespace] of own) group.prefixes.set(prefix, namespace);
    group.bodies.push(body);
  }
  return groups.map(({ prefixes, bodies }) => {
    const declarations = Array.from(prefixes, ([prefix, uri]) => ` xmlns:${prefix}="${uri}"`);
    return `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF${declarations.join('')}>\n${bodies.join('')}</rdf:RDF>\n`;
  });
}
