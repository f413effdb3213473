import { readFileSync } from 'node:fs';

import { Parser, Store } from 'n3';
import oxigraph from 'oxigraph';
import SHACLValidator from 'rdf-validate-shacl';

const shapes = new Store(
  new Parser().parse(readFileSync(new URL('./skos-shapes.ttl', import.meta.url), 'utf8')),
);
const validator = new SHACLValidator(shapes);

/**
 * Validates SKOS with the shapes of skos-shapes.ttl.
 * @param text JSON-LD
 * @param withWarnings whether warnings about the thesaurus are included
 * @returns a line for each problem; empty if it is valid
 */
export function listShapeProblems(text: string, withWarnings = true): readonly string[] {
  const nQuads = oxigraph
    .parse(text, { format: 'application/ld+json' })
    .map((quad) => `${quad.toString()} .`);
  const { results } = validator.validate(new Store(new Parser().parse(nQuads.join('\n'))));
  const relevantResults = results.filter(
    ({ severity }) => withWarnings || severity?.value.endsWith('#Violation') === true,
  );
  return relevantResults.map(
    ({ focusNode, path, sourceShape, message }) =>
      `${focusNode?.value}: ${path?.value ?? sourceShape?.value}: ${message.map(({ value }) => value).join()}`,
  );
}
