import * as z from 'zod';

import { uuidSchema } from './common.ts';

const conceptValue = z
  .object({
    id: uuidSchema,
    conceptid: uuidSchema,
    category: z.string(),
    type: z.string(),
    language: z.string().meta({ description: 'A language tag; empty for a value without one.' }),
    value: z.string(),
  })
  .meta({ id: 'ConceptValue' });

/** The concept object of the specification. */
const concept = z
  .object({
    id: uuidSchema,
    legacyoid: z.string().meta({ description: 'Its id in another system, or its URI.' }),
    nodetype: z.string(),
    hassubconcepts: z.boolean(),
    relationshiptype: z.string(),
    get parentconcepts() {
      return z.array(concept);
    },
    get relatedconcepts() {
      return z.array(concept);
    },
    get subconcepts() {
      return z.array(concept);
    },
    values: z.array(conceptValue),
  })
  .meta({
    id: 'Concept',
    description: 'A concept of the thesaurus, with its sub, parent and related concepts.',
  });

/** The response of GET /rdm/concepts/{id} as JSON. */
export const conceptDocument: z.ZodType = concept;

const emptyList = z.array(z.never()).max(0);

const conceptEntry = z
  .object({
    id: uuidSchema,
    legacyoid: z.string(),
    nodetype: z.string(),
    hassubconcepts: z.boolean(),
    relationshiptype: z.literal(''),
    parentconcepts: emptyList,
    relatedconcepts: emptyList,
    subconcepts: emptyList,
    values: z.array(conceptValue),
    label: conceptValue.nullable(),
  })
  .meta({ id: 'ConceptEntry', description: 'A concept in a list.' });

/** The response of GET /rdm/concepts. */
export const conceptList = z.array(
  conceptEntry
    .extend({ conceptcount: z.int().meta({ description: 'How many concepts are in it.' }) })
    .meta({ id: 'SchemeOrCollection', description: 'A scheme or collection of the thesaurus.' }),
);

/** The response of GET /rdm/concepts/search. */
export const conceptMatches = z.array(
  conceptEntry
    .extend({ match: z.enum(['exact', 'beginning', 'word', 'similar']), matched: conceptValue })
    .meta({ id: 'FoundConcept', description: 'A concept, and the label that matches.' }),
);

/** The response of GET /rdm/collections/{id}. */
export const conceptCollection = conceptEntry
  .extend({
    members: z.array(conceptEntry.extend({ memberof: z.unknown() }).meta({ id: 'Member' })),
  })
  .meta({ id: 'ConceptCollection', description: 'A collection with one page of its members.' });
