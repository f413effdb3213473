import type { Html } from '../layout/html.ts';
import { html } from '../layout/html.ts';
import type { Words } from '../words/words.ts';

const nodeTypes = ['Concept', 'ConceptScheme', 'Collection'] as const;

const valueTypes = [
  'prefLabel',
  'altLabel',
  'hiddenLabel',
  'note',
  'scopeNote',
  'definition',
  'example',
  'historyNote',
  'editorialNote',
  'changeNote',
  'notation',
  'title',
  'description',
  'identifier',
] as const;

/** The name of a type of concepts; of one without a name, its term. */
export function nodeTypeName(type: string, words: Words): Html {
  const known = nodeTypes.find((name) => name === type);
  return known === undefined ? term(type) : words.html(`concept.node-type.${known}`);
}

/** The name of a type of labels and notes (SKOS Reference, Dublin Core); of one without a name, its term. */
export function valueTypeName(type: string, words: Words): Html {
  const known = valueTypes.find((name) => name === type);
  return known === undefined ? term(type) : words.html(`concept.value-type.${known}`);
}

const term = (type: string): Html => html`<code>${type}</code>`;
