import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import { describe, expect, it } from 'vitest';

import { readOntology } from '../../../../../infra/cli/import/ontologies/read-ontology.ts';
import { findTestData } from '../../../../support/test-data.ts';

const CONFIGURATION = {
  base: 'base.xml',
  base_id: '00000000-0000-4000-8000-000000000001',
  base_name: 'Example',
  base_version: '1.0',
  extensions: ['more.rdfs'],
};

const rdfs = (content: string) => `<rdf:RDF xml:base="http://ex/"
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:owl="http://www.w3.org/2002/07/owl#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">${content}</rdf:RDF>`;

const BASE = rdfs(`
  <rdfs:Class rdf:about="E1_Entity"><rdfs:label xml:lang="de">Ding</rdfs:label><rdfs:label xml:lang="en">Entity</rdfs:label></rdfs:Class>
  <rdfs:Class rdf:about="E2_Thing"><rdfs:subClassOf rdf:resource="E1_Entity"/></rdfs:Class>
  <rdf:Property rdf:about="P1_has"><rdfs:domain rdf:resource="E1_Entity"/><rdfs:range rdf:resource="E2_Thing"/></rdf:Property>
  <rdf:Property rdf:about="P1i_is_of"/>
  <rdf:Property rdf:about="P2_has_part"><rdfs:subPropertyOf rdf:resource="P1_has"/></rdf:Property>`);

const MORE = rdfs(`
  <rdfs:Class rdf:about="E3_Stone"><rdfs:subClassOf rdf:resource="E2_Thing"/></rdfs:Class>
  <rdf:Property rdf:about="part_of"><owl:inverseOf rdf:resource="P2_has_part"/></rdf:Property>`);

/** Writes files into a new folder. @returns the path of the configuration file in it */
async function writeOntologyFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'ontology-'));
  for (const [name, content] of Object.entries(files))
    await writeFile(path.join(folder, name), content);
  return path.join(folder, 'ontology_config.json');
}

describe('an ontology', () => {
  const configurationFile = writeOntologyFolder({
    'ontology_config.json': JSON.stringify(CONFIGURATION),
    'base.xml.gz': gzipSync(BASE),
    'more.rdfs': MORE,
  });

  it('has the id, name and version of its configuration', async () => {
    expect(await readOntology(await configurationFile)).toMatchObject({
      ontologyId: CONFIGURATION.base_id,
      name: 'Example',
      version: '1.0',
      namespaces: {},
    });
  });

  it('has the classes of all its files, with their superclasses', async () => {
    const { classes } = await readOntology(await configurationFile);
    expect(classes.map(({ uri, ancestors }) => [uri, ancestors])).toEqual([
      ['http://ex/E1_Entity', []],
      ['http://ex/E2_Thing', ['http://ex/E1_Entity']],
      ['http://ex/E3_Stone', ['http://ex/E2_Thing', 'http://ex/E1_Entity']],
    ]);
    expect(classes[0]?.label).toBe('Entity');
  });

  it('has properties with domain, range and super-properties', async () => {
    const { properties } = await readOntology(await configurationFile);
    expect(properties.find(({ uri }) => uri === 'http://ex/P1_has')).toMatchObject({
      domains: ['http://ex/E1_Entity'],
      ranges: ['http://ex/E2_Thing'],
    });
    expect(properties.find(({ uri }) => uri === 'http://ex/P2_has_part')?.ancestors).toEqual([
      'http://ex/P1_has',
    ]);
  });

  it('pairs inverse properties by their names and by owl:inverseOf', async () => {
    const { properties } = await readOntology(await configurationFile);
    expect(
      new Map(properties.map(({ uri, inverse }) => [uri.slice(10), inverse?.slice(10)])),
    ).toEqual(
      new Map([
        ['P1_has', 'P1i_is_of'],
        ['P1i_is_of', 'P1_has'],
        ['P2_has_part', 'part_of'],
        ['part_of', 'P2_has_part'],
      ]),
    );
  });
});

describe('an unusable ontology folder', () => {
  it('is refused if a file of its configuration is missing', async () => {
    const file = await writeOntologyFolder({
      'ontology_config.json': JSON.stringify(CONFIGURATION),
      'base.xml': BASE,
    });
    await expect(readOntology(file)).rejects.toMatchObject({ code: 'missing_ontology_file' });
  });

  it.each([
    ['not JSON', '{'],
    ['without an id', '{"base": "base.xml"}'],
  ])('is refused if the configuration is %s', async (_fault, configuration) => {
    const file = await writeOntologyFolder({ 'ontology_config.json': configuration });
    await expect(readOntology(file)).rejects.toMatchObject({ code: 'malformed_ontology_config' });
  });
});

describe.each([
  ['v5demo/pkg/ontologies/cidoc-crm-ontology', 157, 494],
  ['ontologies/cidoc-crm-6.2-arches/cidoc_crm', 157, 494],
  ['ontologies/linkedart', 118, 446],
  // Six of these classes and seven of these properties belong to RDF Schema itself, from rdfs.rdfs.
  ['ontologies/takin-crm-7.1', 297 + 6, 977 + 7],
])('the ontology in %s', (name, classCount, propertyCount) => {
  const folder = findTestData(name);

  it.skipIf(folder === undefined)(
    `has ${classCount} classes and ${propertyCount} properties`,
    async () => {
      const ontology = await readOntology(path.join(folder ?? '', 'ontology_config.json'));
      expect([ontology.classes.length, ontology.properties.length]).toEqual([
        classCount,
        propertyCount,
      ]);
    },
  );
});
