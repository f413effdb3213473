import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { importOntologies } from '../../../../../infra/cli/import/ontologies/import-ontologies.ts';
import { readOntology } from '../../../../../infra/cli/import/ontologies/read-ontology.ts';
import { rawSql } from '../../../../../lib/data-api/sql.ts';
import { takeSample } from '../../../../support/random/take-sample.ts';
import { findTestData } from '../../../../support/test-data.ts';
import { openTestStack, type TestStack } from '../../../../support/stack.ts';
import { createTestContext } from '../../import/importing.ts';
import { openPackageWorkshop, type PackageWorkshop } from './package-workshop.ts';

const configuration = {
  base: 'base.xml',
  base_id: '00000000-0000-4000-8000-00000000000a',
  base_name: 'Boats & "ships"',
  base_version: '1.0',
  extensions: ['more.xml'],
  namespaces: { 'http://boats.example/': 'boats' },
};

const rdfs = (content: string): string => `<rdf:RDF xml:base="http://boats.example/"
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
  xmlns:owl="http://www.w3.org/2002/07/owl#"
  xmlns:rdfs="http://www.w3.org/2000/01/rdf-schema#">${content}</rdf:RDF>`;

const base = rdfs(`
  <rdfs:Class rdf:about="E1_Vessel"><rdfs:label>Vessel &lt;any&gt; &amp; "all"</rdfs:label></rdfs:Class>
  <rdfs:Class rdf:about="E2_Boat"><rdfs:subClassOf rdf:resource="E1_Vessel"/></rdfs:Class>
  <rdf:Property rdf:about="P1_carries"><rdfs:domain rdf:resource="E1_Vessel"/><rdfs:range rdf:resource="E2_Boat"/></rdf:Property>
  <rdf:Property rdf:about="P1i_is_carried_by"/>
  <rdf:Property rdf:about="P2_tows"><rdfs:subPropertyOf rdf:resource="P1_carries"/></rdf:Property>`);

const more = rdfs(`
  <owl:Class rdf:about="E3_Canoe?a=1&amp;b=2"><rdfs:subClassOf rdf:resource="E2_Boat"/><rdfs:subClassOf rdf:resource="http://other.example/Thing"/></owl:Class>
  <owl:ObjectProperty rdf:about="towed"><owl:inverseOf rdf:resource="P2_tows"/></owl:ObjectProperty>`);

const realOntologies = findTestData('ontologies');

describe('hds export package, of ontologies', () => {
  let folder: string;
  let stack: TestStack;
  let workshop: PackageWorkshop;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'heritage-ontology-'));
    await mkdir(path.join(folder, 'boats'));
    const files = {
      'ontology_config.json': JSON.stringify(configuration),
      'base.xml': base,
      'more.xml': more,
    };
    for (const [name, text] of Object.entries(files))
      await writeFile(path.join(folder, 'boats', name), text);
    stack = await openTestStack();
    workshop = await openPackageWorkshop();
  });

  afterAll(async () => {
    await workshop?.close();
    await stack?.close();
    await rm(folder, { recursive: true });
  });

  /** Imports an ontology and exports everything. @returns what the original and the written files have */
  async function exportOntology(original: string) {
    const read = await readOntology(original);
    // Versions of an ontology have the same id.
    await stack.owner.write(rawSql('delete from ontology'));
    await importOntologies([original], createTestContext(stack.dataApi));
    await workshop.exportFrom(stack);
    const file = `${workshop.directory}/ontologies/${read.ontologyId}/ontology_config.json`;
    return { read, written: await readOntology(file) };
  }

  it('writes files from which the same ontology is read', async () => {
    const { read, written } = await exportOntology(path.join(folder, 'boats/ontology_config.json'));
    expect(written).toEqual(read);
    expect([read.classes.length, read.properties.length]).toEqual([3, 4]);
  });

  it('changes nothing if the files are imported where they came from', async () => {
    const { imported } = await workshop.importInto(stack);
    expect(imported.ontologies).toMatchObject({ read: 1, changes: 0 });
  });

  it
    .skipIf(realOntologies === undefined)
    .each(takeSample(['cidoc-crm-6.2-arches/cidoc_crm', 'linkedart', 'takin-crm-7.1'], 1))(
    'writes files from which the same ontology is read: %s',
    async (name) => {
      const { read, written } = await exportOntology(
        `${realOntologies}/${name}/ontology_config.json`,
      );
      expect(written).toEqual(read);
    },
  );
});
