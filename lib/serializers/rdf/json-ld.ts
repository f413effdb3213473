import { writeJsonLd } from '../../json-ld/write.ts';
import type { RdfFormat } from './rdf-format.ts';

/** JSON-LD 1.1. */
export const jsonLd: RdfFormat = {
  aliases: ['jsonld'],
  mediaTypes: ['application/ld+json'],
  write: writeJsonLd,
};
