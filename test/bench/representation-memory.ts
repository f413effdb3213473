import { writeJsonLd } from '../../lib/json-ld/write-json-ld.ts';
import { writeNTriples } from '../../lib/serializers/rdf/n-triples.ts';
import { writeRdfXml } from '../../lib/serializers/rdf/rdf-xml.ts';
import { writeTurtle } from '../../lib/serializers/rdf/turtle.ts';
import { createSyntheticResource } from '../support/synthetic-resource.ts';
import { readPeakMemory } from './peak-memory.ts';

// Writes a resource instance with many tiles in every format, keeps all texts, and prints the peak of the memory of this process in MB.

const root = createSyntheticResource(Number(process.argv[2]));
const documents = [writeJsonLd, writeRdfXml, writeTurtle, writeNTriples].map((write) =>
  Buffer.from(write(root)),
);
if (documents.some((document) => document.length === 0)) throw new Error('A document is empty.');
console.log(await readPeakMemory());
