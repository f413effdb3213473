import type { DocumentProblem } from '../../model/change/document-problem.ts';
import { isObject, type JsonObject } from '../../model/datatypes/values/json-values.ts';
import { bundledContexts } from '../contexts/bundled.ts';
import type { IncomingNode, IncomingValue } from '../incoming-value.ts';
import { checkDocument } from './check-document.ts';
import { ContextProcessor } from './context-processor.ts';
import {
  expandObject,
  hasKeyword,
  scopedContext,
  type ExpandedObject,
  type Expander,
  type ValuePosition,
} from './expanded-object.ts';
import { readId } from './iris.ts';
import { linkNodes } from './link-nodes.ts';
import {
  isScalar,
  toJsonLiteral,
  readValueObject,
  readScalar,
  readLanguageText,
  type Scalar,
} from './literals.ts';
import { readNodeObject } from './read-node-object.ts';
import { ProblemCollector } from './problem-collector.ts';

export type ExpansionResult =
  | { readonly kind: 'node'; readonly node: IncomingNode }
  | {
      readonly kind: 'refused';
      /** The first 1,000 problems. */
      readonly problems: readonly DocumentProblem[];
      /** The number of all problems. */
      readonly count: number;
    };

export type ExpandOptions = {
  /** The addresses of the service, without a slash at the end. Relative references are resolved against the first. */
  readonly baseUrls: readonly string[];
};

/**
 * Reads a JSON-LD 1.1 document as the tree of one node. The document is already expanded, or contains its contexts or the URLs of bundled
 * contexts. No context is fetched. A part without meaning is a problem, and is not silently left out (ADR 020).
 *
 * The steps: check that the document can be stored; expand its values, so that all names are IRIs; link nodes that refer to one
 * another, so that they form one tree.
 * @param document a result of parseLossless
 * @returns the tree, each part with a pointer into the document; or the problems
 */
export function expandDocument(document: unknown, { baseUrls }: ExpandOptions): ExpansionResult {
  const problems = new ProblemCollector();
  checkDocument(document, problems);
  if (problems.has('nested_too_deep')) return createRefusedResult(problems);
  const [baseUrl] = baseUrls;
  const base = baseUrl === undefined ? null : `${baseUrl}/`;
  const contexts = new ContextProcessor(problems, bundledContexts(baseUrls), base);
  const nodes = expandNodes(document, problems, contexts);
  // After a problem nodes are not linked, because a node that could not be read would be reported again at each reference to it.
  const node = problems.isEmpty
    ? linkNodes(nodes, { baseUrls, isList: Array.isArray(document), problems })
    : undefined;
  return node === undefined ? createRefusedResult(problems) : { kind: 'node', node };
}

function createRefusedResult(problems: ProblemCollector): ExpansionResult {
  return { kind: 'refused', problems: problems.firstProblems, count: problems.count };
}

/**
 * Expands a document (JSON-LD 1.1 API, section 5.1). The algorithm silently leaves out some parts. Here each of them is a problem, except
 * null.
 * @param document nested at most `maxNesting` deep
 * @returns the nodes at the top of the document or of its `@graph`. The nodes are not linked yet, and blank nodes still have their ids
 */
export function expandNodes(
  document: unknown,
  problems: ProblemCollector,
  contexts: ContextProcessor,
): readonly IncomingNode[] {
  const values: IncomingValue[] = [];
  new Expansion(problems, contexts).expand(
    { active: contexts.initial, property: null, pointer: '', isInMap: false, isRoot: true },
    document,
    values,
  );
  return values.filter((value) => value.kind === 'node');
}

class Expansion implements Expander {
  readonly problems: ProblemCollector;
  readonly contexts: ContextProcessor;

  constructor(problems: ProblemCollector, contexts: ContextProcessor) {
    this.problems = problems;
    this.contexts = contexts;
  }

  expand(position: ValuePosition, value: unknown, into: IncomingValue[]): void {
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) {
        this.expand({ ...position, pointer: `${position.pointer}/${index}` }, item, into);
      }
    } else if (isObject(value)) this.#expandObject(position, value, into);
    else if (isScalar(value)) this.#expandScalar(position, value, into);
  }

  #expandScalar(position: ValuePosition, value: Scalar, into: IncomingValue[]): void {
    const { pointer, property } = position;
    if (property === null) {
      this.#refuseWithoutProperty(pointer);
      return;
    }
    const { problems } = this;
    const termContext = scopedContext(position);
    const active =
      termContext === undefined
        ? position.active
        : this.contexts.process(
            position.active,
            termContext.localContext,
            termContext.pointer,
            'of a property',
          );
    const { type, language = active.language } = active.terms.get(property) ?? {};
    if (typeof value === 'string' && (type === '@id' || type === '@vocab')) {
      const id = readId(active, value, { pointer, problems, mayBeTerm: type === '@vocab' });
      into.push({ kind: 'node', id, types: [], properties: [], pointer });
    } else if (type === '@json') into.push(toJsonLiteral(value, pointer));
    else if (type !== undefined && !type.startsWith('@')) {
      into.push(readScalar(value, pointer, type));
    } else if (typeof value === 'string' && language !== null) {
      into.push(readLanguageText(value, language, { pointer, problems }));
    } else into.push(readScalar(value, pointer));
  }

  #expandObject(position: ValuePosition, object: JsonObject, into: IncomingValue[]): void {
    const expanded = expandObject(this, position, object);
    if (hasKeyword(expanded, '@value')) {
      const literal = readValueObject(expanded);
      if (position.property === null) this.#refuseWithoutProperty(position.pointer);
      else if (literal !== undefined) into.push(literal);
    } else if (hasKeyword(expanded, '@list') || hasKeyword(expanded, '@set')) {
      this.#expandCollection(expanded, into);
    } else if (position.isRoot && isGraph(expanded)) this.#expandGraph(expanded, into);
    else into.push(readNodeObject(expanded));
  }

  /** Replaces a list by its values. The tree keeps the order of all values. */
  #expandCollection({ position, active, entries }: ExpandedObject, into: IncomingValue[]): void {
    for (const [key, value] of entries) {
      const pointer = position.pointer + key.step;
      const keyword = key.kind === 'keyword' ? key.keyword : undefined;
      if (keyword === '@list' || keyword === '@set') {
        this.expand({ ...position, active, pointer, isInMap: false }, value, into);
      } else if (keyword !== '@index' && key.kind !== 'ignored') {
        const message = 'Only @index can be beside @list or @set: move this into their values.';
        this.problems.add('invalid_value', pointer, message);
      }
    }
  }

  #expandGraph({ position, active, entries }: ExpandedObject, into: IncomingValue[]): void {
    for (const [key, value] of entries) {
      if (key.kind !== 'keyword' || key.keyword !== '@graph') continue;
      const pointer = position.pointer + key.step;
      this.expand({ ...position, active, pointer, isRoot: false }, value, into);
    }
  }

  #refuseWithoutProperty(pointer: string): void {
    const message = 'A value needs a property: put it under a property of a node.';
    this.problems.add('value_without_property', pointer, message);
  }
}

/** Whether an object is the `@graph` of the document: besides it, only `@index` is allowed. */
function isGraph(expanded: ExpandedObject): boolean {
  return (
    hasKeyword(expanded, '@graph') &&
    expanded.entries.every(
      ([key]) => key.kind === 'keyword' && (key.keyword === '@graph' || key.keyword === '@index'),
    )
  );
}
