import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { conceptIdFromUri } from '../../../../infra/cli/import/concepts/concept-id.ts';
import { openCommandLineService, type CommandLineService } from '../beside-service.ts';
import { parseTriples } from './concepts/outside-triples.ts';

const thesaurus = `@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix ex: <http://example.org/> .
ex:things a skos:ConceptScheme ; skos:prefLabel "Things"@en ; skos:hasTopConcept ex:mill .
ex:mill a skos:Concept ; skos:prefLabel "mill"@en .
ex:mills a skos:Collection ; skos:prefLabel "Mills"@en ; skos:member ex:mill .
ex:more-mills a skos:Collection ; skos:prefLabel "mills"@en ; skos:member ex:mill .
`;
const thingsId = conceptIdFromUri('http://example.org/things');

let service: CommandLineService;
let folder: string;

beforeAll(async () => {
  service = await openCommandLineService();
  folder = await mkdtemp(path.join(tmpdir(), 'heritage-export-'));
  const file = path.join(folder, 'thesaurus.ttl');
  await writeFile(file, thesaurus);
  await service.outputOf('import', 'concepts', file);
});

afterAll(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

describe('hds export concepts', () => {
  it.each([thingsId, 'http://example.org/things', 'Things', 'THINGS'])(
    'accepts the id, URI or label of a scheme: %s',
    async (name) => {
      const out = await service.outputOf('export', 'concepts', name, '--format', 'turtle');
      expect(parseTriples(out, 'turtle')).toHaveLength(5);
    },
  );

  it('writes the whole thesaurus with --all, as RDF/XML by default', async () => {
    const out = await service.outputOf('export', 'concepts', '--all');
    expect(parseTriples(out, 'xml')).toEqual(parseTriples(thesaurus, 'turtle'));
  });

  it.each(['out.jsonld.gz', 'OTHER.JSONLD.GZ'])(
    'writes the format of the file extension, compressed if the name ends in .gz: %s',
    async (name) => {
      const file = path.join(folder, name);
      const { out, error } = await service.run('export', 'concepts', '--all', '--output', file);
      expect(out).toBe('');
      expect(error).toContain('Concepts: 4 written');
      const text = gunzipSync(await readFile(file)).toString();
      expect(parseTriples(text, 'json-ld')).toEqual(parseTriples(thesaurus, 'turtle'));
      expect((await service.outputOf('import', 'concepts', file)).split('\n')).toContain(
        'Changes: 0',
      );
    },
  );

  it('reports each name that is unknown, ambiguous or the id of a concept', async () => {
    const mill = conceptIdFromUri('http://example.org/mill');
    const { code, error } = await service.run('export', 'concepts', 'Mills', 'Nothing', mill);
    expect(code).toBe(1);
    expect(error).toContain('"Mills" is the label of several');
    expect(error).toContain('"Nothing" is not a scheme or collection');
    expect(error).toContain(`"${mill}" is a concept`);
  });

  it('fails with neither names nor --all', async () => {
    expect(await service.run('export', 'concepts')).toMatchObject({
      code: 1,
      error: expect.stringContaining('Give schemes or collections, or --all.'),
    });
  });

  it('keeps an existing file unchanged if the export fails', async () => {
    const target = path.join(folder, 'kept.rdf');
    await writeFile(target, 'before');
    await service.stack.owner.write({
      text: `update concept_value set predicate = 'http://example.org/1' where value = 'mill'`,
      parameters: [],
    });
    const { code, error } = await service.run('export', 'concepts', '--all', '--output', target);
    expect(code).toBe(1);
    expect(error).toContain('XML cannot express the predicate <http://example.org/1>');
    expect(await readFile(target, 'utf8')).toBe('before');
    expect(await readdir(folder)).not.toContain('kept.rdf.part');
  });

  it('reports the path of a file that cannot be written', async () => {
    const { code, error } = await service.run(
      'export',
      'concepts',
      '--all',
      '--output',
      '/no/f.ttl',
    );
    expect(code).toBe(1);
    expect(error).toContain('/no/f.ttl cannot be written');
  });
});

describe('hds import concepts', () => {
  it('reports in a dry run what it would remove', async () => {
    const file = path.join(folder, 'smaller.ttl');
    await writeFile(
      file,
      thesaurus.replace('; skos:hasTopConcept ex:mill', '').replaceAll('ex:mill ', 'ex:barn '),
    );
    const words = ['import', 'concepts', file, '--mode', 'overwrite', '--dry-run'];
    expect(await service.outputOf(...words)).toContain(
      'Removed, because no longer in the files: 1 concept, and 0 values of other concepts',
    );
  });

  it('accepts the mode overwrite, and refuses an unknown mode', async () => {
    const file = path.join(folder, 'thesaurus.ttl');
    const output = await service.outputOf('import', 'concepts', file, '--mode', 'overwrite');
    expect(output).toContain('Concepts: 1 read (0 without a label');
    const { code, error } = await service.run('import', 'concepts', file, '--mode', 'replace');
    expect(code).toBe(1);
    expect(error).toContain('Allowed choices are merge, overwrite');
  });
});
