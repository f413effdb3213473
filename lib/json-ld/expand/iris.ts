import { isAbsoluteIri, toIri } from '../../rdf/iri.ts';
import type { Iri } from '../../rdf/terms.ts';
import type { ActiveContext } from './active-context.ts';
import { expandIri } from './iri-expansion.ts';
import { isBlank } from './keywords.ts';
import type { Problems } from './problems.ts';

/** What most IRIs look like; nothing in them has to be encoded. */
const plainIri =
  /^[a-z][a-z\d+.-]*:(?:\/\/[\w.-]+(?::\d+)?(?=[/?#]|$)|(?!\/\/))[\w/?~.!$&'()*+,;=:@-]*(?:#[\w/?~.!$&'()*+,;=:@-]*)?$/i;

/**
 * Makes an IRI of an absolute one as it is written.
 * @param text begins with a scheme
 */
export function writtenIri(text: string): Iri {
  return plainIri.test(text) ? text : toIri(text);
}

/**
 * Reads the id of a node.
 * @param isTerm whether it may be a term of the context, too
 * @returns an absolute IRI or a blank node id; empty where it is a problem
 */
export function readId(
  active: ActiveContext,
  text: string,
  place: { readonly pointer: string; readonly problems: Problems; readonly isTerm?: boolean },
): Iri {
  if (place.isTerm === true && isBareName(active, text)) {
    reportUnknown(active, text, place);
    return '';
  }
  const id = expandIri(active, text, { vocabulary: place.isTerm === true, relative: true });
  if (id !== null && isBlank(id)) return id;
  if (id !== null && isAbsoluteIri(id)) return writtenIri(id);
  place.problems.add(
    'invalid_id',
    place.pointer,
    `${JSON.stringify(text)} gives no absolute IRI: write it out, or leave @id away.`,
  );
  return '';
}

const typesOf = new WeakMap<ActiveContext, Map<string, Iri>>();

/**
 * Reads a class or datatype: a term, a compact or absolute IRI, or one relative to the document, which is more than a name.
 * @returns undefined where it is a problem
 */
export function readType(
  active: ActiveContext,
  text: string,
  place: { readonly pointer: string; readonly problems: Problems },
): Iri | undefined {
  const known = typesOf.get(active) ?? new Map<string, Iri>();
  const before = known.get(text);
  if (before !== undefined) return before;
  const iri = isBareName(active, text)
    ? null
    : expandIri(active, text, { vocabulary: true, relative: true });
  if (iri === null || isBlank(iri) || !isAbsoluteIri(iri)) {
    reportUnknown(active, text, place);
    return undefined;
  }
  const type = writtenIri(iri);
  typesOf.set(active, known.set(text, type));
  return type;
}

/** JSON-LD would make of a name that no context knows an IRI beside that of the document: that is never meant. */
function isBareName(active: ActiveContext, text: string): boolean {
  return !/[/#?:.]/.test(text) && expandIri(active, text, { vocabulary: true }) === text;
}

function reportUnknown(
  active: ActiveContext,
  text: string,
  { pointer, problems }: { readonly pointer: string; readonly problems: Problems },
): void {
  if (active.isIncomplete) return;
  problems.add('unknown_term', pointer, unknownTerm(text));
}

/** What to do with a text that no context gives an IRI. */
export function unknownTerm(text: string): string {
  return `No context gives ${JSON.stringify(text)} an IRI: define it in @context, or write the IRI itself.`;
}
