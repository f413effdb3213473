import * as z from 'zod';

// Describes JSON schemas of the OpenAPI document in words, for the pages of operations.

/** The parts of a JSON schema that the pages show. */
export type ValueSchema = {
  readonly $ref?: string | undefined;
  readonly type?: string | readonly string[] | undefined;
  readonly format?: string | undefined;
  readonly description?: string | undefined;
  readonly enum?: readonly unknown[] | undefined;
  readonly const?: unknown;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly default?: unknown;
  readonly items?: ValueSchema | undefined;
  readonly anyOf?: readonly ValueSchema[] | undefined;
  readonly oneOf?: readonly ValueSchema[] | undefined;
  readonly properties?: Readonly<Record<string, ValueSchema>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly additionalProperties?: boolean | ValueSchema | undefined;
};

export const valueSchema: z.ZodType<ValueSchema> = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  format: z.string().optional(),
  description: z.string().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  default: z.unknown().optional(),
  get items() {
    return valueSchema.optional();
  },
  get anyOf() {
    return z.array(valueSchema).optional();
  },
  get oneOf() {
    return z.array(valueSchema).optional();
  },
  get properties() {
    return z.record(z.string(), valueSchema).optional();
  },
  required: z.array(z.string()).optional(),
  get additionalProperties() {
    return z.union([z.boolean(), valueSchema]).optional();
  },
});

/** A type in words. Objects that have a name in the document are described once, so they are references. */
export type DocsType = readonly (string | { readonly object: string })[];

/** A field of an object. A field of a field has the path to it as its name, such as `actor.name` and `tiles[].data`. */
export type DocsField = {
  readonly name: string;
  readonly type: DocsType;
  readonly description: string;
  readonly isRequired: boolean;
};

/** Describes the type of a value, such as `integer, 1 to 1000` or `list of Tile`. */
export function describeType(schema: ValueSchema): DocsType {
  const { $ref, items, const: constant, enum: values } = schema;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if ($ref !== undefined) return [{ object: referredName($ref) }];
  if (alternatives !== undefined) return joinAlternatives(alternatives.map(describeType));
  if (constant !== undefined) return [constantText(constant)];
  if (values !== undefined) return [values.map(constantText).join(', ')];
  if (items !== undefined) {
    return ['list of ', ...describeType(items), ...textList(describeItemCount(schema))];
  }
  const { additionalProperties: others } = schema;
  if (typeof others === 'object' && isDescribed(others)) {
    return [
      schema.properties === undefined ? 'object of ' : 'object, also of ',
      ...describeType(others),
    ];
  }
  return [`${describeNames(schema)}${describeRange(schema.minimum, schema.maximum)}`];
}

const isDescribed = (schema: ValueSchema): boolean =>
  Object.values(schema).some((value) => value !== undefined);

const textList = (text: string): readonly string[] => (text === '' ? [] : [text]);

/** The name of the component to which a reference leads. */
export const referredName = (reference: string): string => reference.replace(/^.*\//, '');

/** A constant, such as a choice or a default, as text. */
export function constantText(value: unknown): string {
  if (value === '') return 'empty';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function joinAlternatives(types: readonly DocsType[]): DocsType {
  const distinct = new Map(types.map((type) => [JSON.stringify(type), type]));
  return [...distinct.values()].flatMap((type, index) => (index === 0 ? type : [' or ', ...type]));
}

function describeNames({ type = 'any value', format }: ValueSchema): string {
  const names = typeof type === 'string' ? [type] : type;
  return names.map((name) => (name === 'null' ? name : (format ?? name))).join(' or ');
}

/** The limits of 32-bit integers, which say nothing of a meaning. */
const smallestInteger = -(2 ** 31);
const largestInteger = 2 ** 31 - 1;

function describeRange(minimum: number | undefined, maximum: number | undefined): string {
  const hasMinimum = minimum !== undefined && minimum > smallestInteger;
  const hasMaximum = maximum !== undefined && maximum < largestInteger;
  if (!hasMinimum) return hasMaximum ? `, up to ${maximum}` : '';
  return hasMaximum ? `, ${minimum} to ${maximum}` : `, from ${minimum}`;
}

function describeItemCount({ minItems, maxItems }: ValueSchema): string {
  const range = describeRange(minItems === 0 ? undefined : minItems, maxItems);
  return range === '' ? '' : `${range} items`;
}

/** Lists the fields of a value, with the fields of its fields. The fields of objects with a name are left out. */
export function listFields(schema: ValueSchema, path = ''): readonly DocsField[] {
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives !== undefined) {
    return mergeFields(alternatives.map((alternative) => listFields(alternative, path)));
  }
  if (schema.items !== undefined) return listFields(schema.items, `${path}[]`);
  const { properties = {}, required = [], additionalProperties: others } = schema;
  const prefix = path === '' ? '' : `${path}.`;
  return [
    ...Object.entries(properties).flatMap(([name, value]) => [
      {
        name: `${prefix}${name}`,
        type: describeType(value),
        description: value.description ?? '',
        isRequired: required.includes(name),
      },
      ...listFields(value, `${prefix}${name}`),
    ]),
    ...(typeof others === 'object' ? listFields(others, `${prefix}*`) : []),
  ];
}

/** Joins the fields of alternatives. A field is required if each alternative with fields requires it. */
function mergeFields(alternatives: readonly (readonly DocsField[])[]): readonly DocsField[] {
  const withFields = alternatives.filter((fields) => fields.length > 0);
  const names = new Set(withFields.flatMap((fields) => fields.map(({ name }) => name)));
  return [...names].flatMap((name) => {
    const sameName = withFields.flatMap((fields) => fields.filter((field) => field.name === name));
    const [first] = sameName;
    if (first === undefined) return [];
    const isRequired =
      sameName.length === withFields.length && sameName.every((field) => field.isRequired);
    return [{ ...first, type: joinAlternatives(sameName.map(({ type }) => type)), isRequired }];
  });
}

/** A type as plain text. */
export const typeText = (type: DocsType): string =>
  type.map((piece) => (typeof piece === 'string' ? piece : piece.object)).join('');
