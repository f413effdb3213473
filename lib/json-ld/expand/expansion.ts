import { isObject, type JsonObject } from '../../model/datatypes/parts/values.ts';
import type { IncomingNode, IncomingValue } from '../incoming.ts';
import type { ContextProcessor } from './context-processing.ts';
import { readId } from './iris.ts';
import { isScalar, jsonLiteral, scalarLiteral, textInLanguage, type Scalar } from './literals.ts';
import { readNodeObject } from './node-object.ts';
import { hasKeyword, openObject, scopedContext, type OpenedObject } from './opened-object.ts';
import type { Problems } from './problems.ts';
import type { Place, Reader } from './reader.ts';
import { readValueObject } from './value-object.ts';

/**
 * Expands a document (JSON-LD 1.1 API, section 5.1). What JSON-LD passes over is a problem, but for null.
 * @param document not deeper than the stack allows
 * @returns the nodes of the document itself, those of its `@graph` if it is one; nodes that refer to one another are not put
 * together yet, and blank nodes have their ids
 */
export function expandNodes(
  document: unknown,
  problems: Problems,
  contexts: ContextProcessor,
): readonly IncomingNode[] {
  const found: IncomingValue[] = [];
  new Expansion(problems, contexts).read(
    { active: contexts.initial, property: null, pointer: '', isInMap: false, isRoot: true },
    document,
    found,
  );
  return found.filter((value) => value.kind === 'node');
}

class Expansion implements Reader {
  readonly problems: Problems;
  readonly contexts: ContextProcessor;

  constructor(problems: Problems, contexts: ContextProcessor) {
    this.problems = problems;
    this.contexts = contexts;
  }

  read(place: Place, value: unknown, into: IncomingValue[]): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        this.read({ ...place, pointer: `${place.pointer}/${index}` }, item, into);
      }
    } else if (isObject(value)) this.#readObject(place, value, into);
    else if (isScalar(value)) this.#readScalar(place, value, into);
  }

  #readScalar(place: Place, value: Scalar, into: IncomingValue[]): void {
    const { pointer, property } = place;
    if (property === null) {
      this.#refuseFree(pointer);
      return;
    }
    const { problems } = this;
    const scoped = scopedContext(place);
    const active =
      scoped === undefined
        ? place.active
        : this.contexts.process(place.active, scoped.local, scoped.pointer, 'of a property');
    const { type, language = active.language } = active.terms.get(property) ?? {};
    if (typeof value === 'string' && (type === '@id' || type === '@vocab')) {
      const id = readId(active, value, { pointer, problems, isTerm: type === '@vocab' });
      into.push({ kind: 'node', id, types: [], properties: [], pointer });
    } else if (type === '@json') into.push(jsonLiteral(value, pointer));
    else if (type !== undefined && !type.startsWith('@')) {
      into.push(scalarLiteral(value, pointer, type));
    } else if (typeof value === 'string' && language !== null) {
      into.push(textInLanguage(value, language, { pointer, problems }));
    } else into.push(scalarLiteral(value, pointer));
  }

  #readObject(place: Place, object: JsonObject, into: IncomingValue[]): void {
    const opened = openObject(this, place, object);
    if (hasKeyword(opened, '@value')) {
      const literal = readValueObject(this, opened);
      if (place.property === null) this.#refuseFree(place.pointer);
      else if (literal !== undefined) into.push(literal);
    } else if (hasKeyword(opened, '@list') || hasKeyword(opened, '@set')) {
      this.#readCollection(opened, into);
    } else if (place.isRoot && isGraph(opened)) this.#readGraph(opened, into);
    else into.push(readNodeObject(this, opened));
  }

  /** A list is read as its values: their order is that of the document anyway. */
  #readCollection({ place, active, entries }: OpenedObject, into: IncomingValue[]): void {
    for (const [key, value] of entries) {
      const pointer = place.pointer + key.step;
      const keyword = key.kind === 'keyword' ? key.keyword : undefined;
      if (keyword === '@list' || keyword === '@set') {
        this.read({ ...place, active, pointer, isInMap: false }, value, into);
      } else if (keyword !== '@index' && key.kind !== 'ignored') {
        const message = 'Nothing can stand beside @list or @set: put it into their values.';
        this.problems.add('invalid_value', pointer, message);
      }
    }
  }

  #readGraph({ place, active, entries }: OpenedObject, into: IncomingValue[]): void {
    for (const [key, value] of entries) {
      if (key.kind !== 'keyword' || key.keyword !== '@graph') continue;
      const pointer = place.pointer + key.step;
      this.read({ ...place, active, pointer, isRoot: false }, value, into);
    }
  }

  #refuseFree(pointer: string): void {
    const message = 'A value says nothing by itself: put it under a property of a node.';
    this.problems.add('value_without_property', pointer, message);
  }
}

/** Whether an object is there for its `@graph` alone. */
function isGraph(opened: OpenedObject): boolean {
  return (
    hasKeyword(opened, '@graph') &&
    opened.entries.every(
      ([key]) => key.kind === 'keyword' && (key.keyword === '@graph' || key.keyword === '@index'),
    )
  );
}
