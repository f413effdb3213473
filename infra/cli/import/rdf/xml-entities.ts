import { FileFormatError } from '../file-error.ts';

/** The maximum length of the text of an entity: enough for the namespace URIs of ontologies, too short for an entity bomb. */
const maxEntityLength = 200;

/** The maximum depth of entities within entities. */
const maxEntityDepth = 16;

const predefinedEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** Matches comments, processing instructions and declarations of a document type; of entities, their name and value. */
const declarationPattern =
  /<!--[^]*?-->|<\?[^]*?\?>|<!ENTITY\s+(?:(?<parameter>%)\s+)?(?<name>[^\s"'<>%]+)\s+(?:"(?<quoted>[^"]*)"|'(?<apostrophed>[^']*)'|(?<external>(?:SYSTEM|PUBLIC)\b))|<!(?:"[^"]*"|'[^']*'|[^"'>])*>/g;

/** Matches references to characters and to entities. */
const referencePattern = /&(?:#(\d+)|#x([\da-f]+)|([^\s&;#]+));/gi;

/**
 * Reads the general entities that a document type declares (XML 1.0, sections 4.2 and 4.4). Of several declarations of one name the first
 * is valid. An entity that refers to an undeclared one is left out, so that only its use is an error.
 * @rule Imports and exports: What does an entity of XML stand for, and which are refused?
 * @param documentType the text between `<!DOCTYPE` and `>`
 * @returns the complete text of each entity: references to characters and other entities are replaced
 * @throws FileFormatError `unsafe_entity` for an entity that is external, long, recursive or nested deep, or contains elements
 */
export function readEntities(documentType: string): ReadonlyMap<string, string> {
  const values = readDeclarations(documentType);
  const texts = new Map<string, string | undefined>();
  return new Map(
    [...values.keys()].flatMap((name) => {
      const text = expandEntity(name, values, [], texts);
      return text === undefined ? [] : [[name, text]];
    }),
  );
}

/** Returns the replacement texts (XML 1.0, section 4.5): references to characters are replaced, those to entities are not. */
function readDeclarations(documentType: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const { groups = {}, 0: declaration } of documentType.matchAll(declarationPattern)) {
    const { name, parameter, external } = groups;
    if (name === undefined) continue;
    if (parameter !== undefined || external !== undefined)
      throw makeUnsafeEntityError('is external', declaration);
    const value = groups['quoted'] ?? groups['apostrophed'] ?? '';
    if (!values.has(name)) values.set(name, replaceCharacterReferences(value));
  }
  return values;
}

function replaceCharacterReferences(text: string): string {
  return text.replaceAll(referencePattern, (reference, decimal?: string, hexadecimal?: string) =>
    decimal === undefined && hexadecimal === undefined
      ? reference
      : characterOf(decimal, hexadecimal),
  );
}

function characterOf(decimal: string | undefined, hexadecimal: string | undefined): string {
  const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal);
  if (code > 0x10_ff_ff) {
    const message = `The file refers to the character number ${code}, which does not exist`;
    throw new FileFormatError('malformed_rdf_xml', message);
  }
  return String.fromCodePoint(code);
}

/**
 * Returns the text of an entity when it is used (section 4.4.2), undefined if it refers to an undeclared entity.
 * @param texts of the entities so far: each is expanded once, because a few that refer to each other often could take forever
 */
function expandEntity(
  name: string,
  values: ReadonlyMap<string, string>,
  users: readonly string[],
  texts: Map<string, string | undefined>,
): string | undefined {
  if (texts.has(name)) return texts.get(name);
  const value = values.get(name);
  if (value === undefined) return predefinedEntities.get(name);
  if (users.includes(name)) throw makeUnsafeEntityError('refers to itself', name);
  if (users.length >= maxEntityDepth) throw makeUnsafeEntityError('is nested too deep', name);
  if (value.includes('<')) throw makeUnsafeEntityError('contains elements', name);
  let isComplete = true;
  const text = value.replaceAll(
    referencePattern,
    (_reference, decimal?: string, hexadecimal?: string, entity?: string) => {
      if (entity === undefined) return characterOf(decimal, hexadecimal);
      const entityText = expandEntity(entity, values, [...users, name], texts);
      if (entityText === undefined) isComplete = false;
      return entityText ?? '';
    },
  );
  if (text.length > maxEntityLength) throw makeUnsafeEntityError('is long', name);
  const result = isComplete ? text : undefined;
  texts.set(name, result);
  return result;
}

function makeUnsafeEntityError(reason: string, entity: string): FileFormatError {
  return new FileFormatError(
    'unsafe_entity',
    `The file is not read, because it declares an entity that ${reason}: ${entity.slice(0, 100)}. Remove the entity`,
  );
}
