import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { describe, expect, it } from 'vitest';

import { readOntology } from '../../../../../infra/cli/import/ontologies/read-ontology.ts';
import { readSourceTerms } from '../../../../../infra/cli/import/database/source-ontologies.ts';

const configuration = {
  base: 'base.rdf',
  base_id: '00000000-0000-4000-8000-000000000001',
  base_name: 'Example',
  base_version: '1.0',
  extensions: ['more.rdf'],
};

const rdfs = (content: string): string => `<rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:owl="http://www.w3.org/2002/07/owl#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">${content}</rdf:RDF>`;

async function writeOntology(uri: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ontology-'));
  const files = {
    'ontology_config.json': JSON.stringify(configuration),
    'base.rdf': rdfs(`<rdfs:Class rdf:about="${uri}"><rdfs:label>A</rdfs:label></rdfs:Class>
      <rdf:Property rdf:about="${uri}p"><rdfs:domain rdf:resource="${uri}"/><rdfs:range rdf:resource="${uri}"/></rdf:Property>`),
    'more.rdf':
      rdfs(`<rdfs:Class rdf:about="http://example.org/child"><rdfs:subClassOf rdf:resource="${uri}"/></rdfs:Class>
      <rdf:Property rdf:about="${uri}q"><owl:inverseOf rdf:resource="${uri}p"/></rdf:Property>`),
  };
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), content);
  return path.join(folder, 'ontology_config.json');
}

describe('a URI in an ontology', () => {
  it.each([
    ['a space', 'http://example.org/a b', 'http://example.org/a%20b'],
    ['a space at its beginning', 'http://example.org/ a', 'http://example.org/%20a'],
    [
      'braces and other punctuation',
      'http://example.org/{a}|^`',
      'http://example.org/%7Ba%7D%7C%5E%60',
    ],
    ['a percent sign that is no escape', 'http://example.org/100%', 'http://example.org/100%25'],
  ])(
    'with %s is percent-encoded wherever it stands, with a warning',
    async (_case, uri, encoded) => {
      const { classes, properties, problems } = await readOntology(await writeOntology(uri));
      expect(classes).toMatchObject([
        { uri: encoded, label: 'A' },
        { uri: 'http://example.org/child', ancestors: [encoded] },
      ]);
      expect(properties).toMatchObject([
        { uri: `${encoded}p`, domains: [encoded], ranges: [encoded], inverse: `${encoded}q` },
        { uri: `${encoded}q`, inverse: `${encoded}p` },
      ]);
      expect(problems).toMatchObject([{ severity: 'warning', code: 'encoded_iri' }]);
      expect(problems[0]?.message).toContain(uri);
    },
  );

  it.each(['http://example.org/ü', 'http://example.org/a%20b', 'http://example.org/x#(a)'])(
    'is kept as it is, if it is valid: %s',
    async (uri) => {
      const { classes, problems } = await readOntology(await writeOntology(uri));
      expect(classes.map((term) => term.uri)).toContain(uri);
      expect(problems).toEqual([]);
    },
  );

  it('is percent-encoded in a database too, with a warning', () => {
    const target = {
      down: [
        {
          ontology_property: 'http://example.org/has part',
          ontology_classes: ['http://example.org/c d'],
        },
      ],
    };
    const { classes, properties, problems } = readSourceTerms([
      { source: 'http://example.org/a b', target: JSON.stringify(target) },
    ]);
    expect(classes).toMatchObject([{ uri: 'http://example.org/a%20b' }]);
    expect(properties).toMatchObject([
      {
        uri: 'http://example.org/has%20part',
        domains: ['http://example.org/a%20b'],
        ranges: ['http://example.org/c%20d'],
      },
    ]);
    expect(problems).toMatchObject([{ severity: 'warning', code: 'encoded_iri' }]);
  });
});
