import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import jsonld from 'jsonld';
import { Parser, Writer, type Quad } from 'n3';

import { writeJsonLd } from '../../lib/json-ld/write-json-ld.ts';
import { namespaces } from '../../lib/rdf/vocabulary.ts';
import { writeNTriples } from '../../lib/serializers/rdf/n-triples.ts';
import { writeTurtle } from '../../lib/serializers/rdf/turtle.ts';
import { createSyntheticResource } from '../support/synthetic-resource.ts';
import type { Figure } from './figure.ts';

const execute = promisify(execFile);
const rounds = 11;
const millisecondsPerRound = 200;

type WriteDocument = () => string | Promise<string>;

/**
 * Measures the RDF writers of the service compared with those of other libraries, on the same statements, and the memory of a process
 * that writes a large resource instance in every format.
 */
export async function benchRepresentations(): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const tiles of [200, 5000]) figures.push(...(await benchWriters(tiles)));
  figures.push(...(await benchMemory(5000)));
  return figures;
}

async function benchWriters(tiles: number): Promise<readonly Figure[]> {
  const root = createSyntheticResource(tiles);
  // Each library gets the statements in its own form.
  const dataset = await jsonld.toRDF(JSON.parse(writeJsonLd(root)));
  const quads = new Parser({ format: 'N-Triples' }).parse(writeNTriples(root));
  const size = `${tiles.toLocaleString('en-US')} tiles`;
  return [
    await compareWriters(`JSON-LD of ${size}`, () => writeJsonLd(root), {
      name: 'jsonld.js fromRDF and compact',
      write: async () => JSON.stringify(await jsonld.compact(await jsonld.fromRDF(dataset), {})),
    }),
    await compareWriters(`Turtle of ${size}`, () => writeTurtle(root), {
      name: 'the writer of n3',
      write: () => writeWithN3(quads, { prefixes: namespaces }),
    }),
    await compareWriters(`N-Triples of ${size}`, () => writeNTriples(root), {
      name: 'the writer of n3',
      write: () => writeWithN3(quads, { format: 'N-Triples' }),
    }),
  ];
}

function writeWithN3(
  quads: readonly Quad[],
  options: { readonly prefixes?: Record<string, string>; readonly format?: string },
): Promise<string> {
  const writer = new Writer(options);
  for (const quad of quads) writer.addQuad(quad);
  return new Promise((resolve, reject) => {
    writer.end((error: Error | null, text: string) => {
      if (error === null) resolve(text);
      else reject(error);
    });
  });
}

/** Runs both writers alternately. The best rate of each counts, because other work on the machine can only slow them down. */
async function compareWriters(
  subject: string,
  write: WriteDocument,
  peer: { readonly name: string; readonly write: WriteDocument },
): Promise<Figure> {
  const ownRates: number[] = [];
  const peerRates: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ownRates.push(await measureDocumentsPerSecond(write));
    peerRates.push(await measureDocumentsPerSecond(peer.write));
  }
  return {
    subject,
    measure: 'documents a second',
    value: Math.max(...ownRates),
    unit: '/s',
    beside: { name: peer.name, value: Math.max(...peerRates) },
  };
}

async function measureDocumentsPerSecond(write: WriteDocument): Promise<number> {
  const start = performance.now();
  let documents = 0;
  while (performance.now() < start + millisecondsPerRound) {
    const text = await write();
    // JavaScript joins the parts of a text only when it is first read.
    if (!(text.charCodeAt(0) > 0)) throw new Error('A document is empty.');
    documents += 1;
  }
  return (documents * 1000) / (performance.now() - start);
}

async function benchMemory(tiles: number): Promise<readonly Figure[]> {
  const script = fileURLToPath(new URL('./representation-memory.ts', import.meta.url));
  const { stdout } = await execute(process.execPath, [script, String(tiles)]);
  return [
    {
      subject: `JSON-LD, RDF/XML, Turtle and N-Triples of ${tiles.toLocaleString('en-US')} tiles`,
      measure: 'peak memory of a process',
      value: Number(stdout),
      unit: 'MB',
      beside: { name: 'the most there may be', value: 256 },
    },
  ];
}
