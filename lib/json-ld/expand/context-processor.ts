import { isObject, type JsonObject } from '../../model/datatypes/values/json-values.ts';
import { isLosslessNumber } from '../../json/lossless-json.ts';
import { isAbsoluteIri } from '../../rdf/iri.ts';
import type { Iri } from '../../rdf/terms.ts';
import { createInitialContext, type ActiveContext } from './active-context.ts';
import { ContextDraft } from './context-draft.ts';
import { createTermDefinition } from './create-term-definition.ts';
import { expandIri } from './iris.ts';
import { directionMessage } from './keywords.ts';
import type { ProblemCollector } from './problem-collector.ts';
import { resolveIri } from './resolve-iri.ts';

/** Where a context is: in the document itself, or in the definition of a property or a class. */
export type ContextKind = 'embedded' | 'of a property' | 'of a class';

/** The maximum number of terms that are copied between contexts. Only deeply nested contexts are copied. */
const maxCopiedTerms = 1_000_000;

/**
 * Reads local contexts (JSON-LD 1.1 API, section 4.1). No context is fetched: the URL of one that is not bundled is a problem.
 * @rule Writing: How are the contexts of a document processed?
 */
export class ContextProcessor {
  readonly #problems: ProblemCollector;
  readonly #bundledContexts: ReadonlyMap<string, JsonObject>;
  readonly initial: ActiveContext;
  readonly #cachedContexts = new WeakMap<ActiveContext, Map<unknown, ActiveContext>>();
  #copiedTermCount = 0;

  /**
   * @param bundledContexts by URL
   * @param base the IRI to which references of the document are relative
   */
  constructor(
    problems: ProblemCollector,
    bundledContexts: ReadonlyMap<string, JsonObject>,
    base: Iri | null,
  ) {
    this.#problems = problems;
    this.#bundledContexts = bundledContexts;
    this.initial = createInitialContext(base);
  }

  /**
   * Adds a local context to an active context.
   * @param pointer to the local context
   */
  process(
    active: ActiveContext,
    local: unknown,
    pointer: string,
    kind: ContextKind,
  ): ActiveContext {
    const cachedContexts = this.#cachedContexts.get(active) ?? new Map<unknown, ActiveContext>();
    const cachedContext = cachedContexts.get(local);
    if (cachedContext !== undefined) return cachedContext;
    const result = this.#processAll(active, local, pointer, kind);
    // A context that is not an object is reported at every pointer, so it is not cached.
    if (typeof local === 'object' && local !== null) {
      this.#cachedContexts.set(active, cachedContexts.set(local, result));
    }
    return result;
  }

  #processAll(
    active: ActiveContext,
    local: unknown,
    pointer: string,
    kind: ContextKind,
  ): ActiveContext {
    const localContexts: readonly unknown[] = Array.isArray(local) ? local : [local];
    const [firstContext] = localContexts;
    if (localContexts.length === 0) return active;
    const propagate = isObject(firstContext) ? firstContext['@propagate'] : undefined;
    const isPropagated = typeof propagate === 'boolean' ? propagate : kind !== 'of a class';
    let result =
      isPropagated || active.previous !== null ? active : { ...active, previous: active };
    for (const [index, item] of localContexts.entries()) {
      const itemPointer = Array.isArray(local) ? `${pointer}/${index}` : pointer;
      result =
        item === null
          ? this.#processNull(result, itemPointer, { kind, isPropagated })
          : this.#processOne(result, item, itemPointer, kind);
    }
    return result;
  }

  #processOne(
    active: ActiveContext,
    local: unknown,
    pointer: string,
    kind: ContextKind,
  ): ActiveContext {
    if (typeof local === 'string') return this.#processUrl(active, local, pointer, kind);
    if (isObject(local)) return this.#processObject(active, local, pointer, kind);
    const message =
      'A context must be an object, the URL of a bundled context, null, or a list of them.';
    this.#problems.add('invalid_context', pointer, message);
    return { ...active, isIncomplete: true };
  }

  #processNull(
    active: ActiveContext,
    pointer: string,
    { kind, isPropagated }: { readonly kind: ContextKind; readonly isPropagated: boolean },
  ): ActiveContext {
    if (kind !== 'of a property' && active.terms.hasProtected) {
      const message =
        'Terms of an earlier context are protected, so null cannot reset it: remove the null.';
      this.#problems.add('invalid_context', pointer, message);
      return active;
    }
    return isPropagated ? this.initial : { ...this.initial, previous: active };
  }

  #processUrl(
    active: ActiveContext,
    url: string,
    pointer: string,
    kind: ContextKind,
  ): ActiveContext {
    const resolvedUrl = this.initial.base === null ? url : resolveIri(this.initial.base, url);
    const context = this.#bundledContexts.get(resolvedUrl);
    if (context !== undefined) return this.process(active, context, pointer, kind);
    this.#problems.add(
      'unknown_context',
      pointer,
      `No context is fetched, and ${JSON.stringify(url)} is not one of the bundled contexts: ` +
        `${[...this.#bundledContexts.keys()].join(', ')}. Expand the document, or put the context itself into it.`,
    );
    return { ...active, isIncomplete: true };
  }

  #processObject(
    active: ActiveContext,
    local: JsonObject,
    pointer: string,
    kind: ContextKind,
  ): ActiveContext {
    const terms = new Map(Object.entries(local));
    const draft = new ContextDraft(active, terms, {
      pointer,
      canRedefineProtected: kind === 'of a property',
      problems: this.#problems,
    });
    this.#copiedTermCount += draft.terms.copiedTermCount;
    if (this.#copiedTermCount > maxCopiedTerms) {
      const message = 'The document has too many contexts: put one at its beginning.';
      this.#problems.add('document_too_large', '', message);
      return { ...active, isIncomplete: true };
    }
    // After this, `terms` has only terms. The draft uses the same map.
    for (const [key, readEntry] of keywordEntries)
      if (terms.delete(key)) readEntry(draft, local[key]);
    for (const term of terms.keys()) createTermDefinition(draft, term);
    const { terms: definedTerms, base, vocabulary, language, isIncomplete } = draft;
    return { ...active, terms: definedTerms, base, vocabulary, language, isIncomplete };
  }
}

type EntryReader = (draft: ContextDraft, value: unknown) => void;

/** The entries of a context that are not terms, in the order in which they are read. */
const keywordEntries: readonly (readonly [key: string, readEntry: EntryReader])[] = [
  ['@version', checkVersion],
  ['@import', refuseImport],
  ['@base', readBase],
  ['@vocab', readVocabulary],
  ['@language', readLanguage],
  ['@direction', checkDirection],
  ['@propagate', checkPropagate],
  ['@protected', readProtected],
];

function checkVersion(draft: ContextDraft, value: unknown): void {
  const number = isLosslessNumber(value) ? Number(value.rawJSON) : value;
  if (number !== 1.1) draft.reportInvalid('@version', 'Only JSON-LD 1.1 is supported: write 1.1.');
}

function refuseImport(draft: ContextDraft): void {
  const message =
    '@import is not supported: put the contexts into a list, the imported one before this one.';
  draft.reportInvalid('@import', message, 'unsupported_keyword');
}

function readBase(draft: ContextDraft, value: unknown): void {
  if (value === null) draft.base = null;
  else if (typeof value === 'string' && draft.base !== null) {
    draft.base = resolveIri(draft.base, value);
  } else if (typeof value === 'string' && isAbsoluteIri(value)) draft.base = value;
  else
    draft.reportInvalid(
      '@base',
      '@base must be an absolute IRI, an IRI relative to the earlier @base, or null.',
    );
}

function readVocabulary(draft: ContextDraft, value: unknown): void {
  if (value === null) {
    draft.vocabulary = null;
    return;
  }
  const vocabulary =
    typeof value === 'string'
      ? expandIri(draft, value, { mayBeTerm: true, mayBeRelative: true })
      : undefined;
  if (typeof vocabulary === 'string' && isAbsoluteIri(vocabulary)) draft.vocabulary = vocabulary;
  else draft.reportInvalid('@vocab', '@vocab must be the beginning of absolute IRIs, or null.');
}

function readLanguage(draft: ContextDraft, value: unknown): void {
  if (value === null || typeof value === 'string') draft.language = value;
  else draft.reportInvalid('@language', '@language must be a language tag or null.');
}

function checkDirection(draft: ContextDraft, value: unknown): void {
  if (value === null) return;
  if (value === 'ltr' || value === 'rtl')
    draft.reportInvalid('@direction', directionMessage, 'unsupported_keyword');
  else draft.reportInvalid('@direction', '@direction must be ltr, rtl or null.');
}

function checkPropagate(draft: ContextDraft, value: unknown): void {
  if (typeof value !== 'boolean')
    draft.reportInvalid('@propagate', '@propagate must be true or false.');
}

function readProtected(draft: ContextDraft, value: unknown): void {
  if (typeof value === 'boolean') draft.protectsTerms = value;
  else draft.reportInvalid('@protected', '@protected must be true or false.');
}
