import { urlEncodedForm, multipartForm } from '../../../lib/http/request/media-type.ts';
import type { Operation } from '../../../lib/http/operation.ts';
import { toSchemasByMediaType } from './content.ts';
import type { DescribedOperation, DocumentContext } from './described-operation.ts';
import { selectRequestExamples } from './examples.ts';
import type { JsonSchema } from './json-schema.ts';
import { describeParameters, type DescribedParameter } from './parameters.ts';

type MediaTypes = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Creates the schema of a form. Each field is a string. */
function createFormSchema({ operation }: DescribedOperation): JsonSchema {
  const { form = {}, requiredFields = [], fieldsThatMayBeEmpty = [] } = operation;
  const mustNotBeEmpty = (name: string): boolean =>
    requiredFields.includes(name) && !fieldsThatMayBeEmpty.includes(name);
  const properties = Object.entries(form).map(([name, description]) => [
    name,
    { type: 'string', description, ...(mustNotBeEmpty(name) ? { minLength: 1 } : {}) },
  ]);
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    ...(requiredFields.length === 0 ? {} : { required: requiredFields }),
  };
}

/** Describes lists as a single field with values separated by commas. */
function encodingOf(parameters: readonly DescribedParameter[]): Readonly<Record<string, unknown>> {
  const lists = parameters.filter(({ schema }) => schema['type'] === 'array');
  return Object.fromEntries(lists.map(({ name }) => [name, { style: 'form', explode: false }]));
}

/** In JSON a parameter can be a value of its type, or a string as in a query. */
function allowString(schema: JsonSchema): JsonSchema {
  return schema['type'] === 'string' ? schema : { anyOf: [schema, { type: 'string' }] };
}

/** Allows an empty string, which counts as absent. For a query, OpenAPI has the keyword `allowEmptyValue`; for a body it has none. */
function allowEmptyString(schema: JsonSchema): JsonSchema {
  const { type, minItems } = schema;
  return type === 'string' || minItems !== undefined
    ? { anyOf: [schema, { type: 'string', enum: [''] }] }
    : schema;
}

/** Describes a body with parameters as members of an object. */
function createParameterContent(
  { operation }: DescribedOperation,
  { writer }: DocumentContext,
): MediaTypes {
  const parameters = describeParameters(operation, writer);
  const objectSchema = (adapt: (schema: JsonSchema) => JsonSchema): JsonSchema => ({
    type: 'object',
    properties: Object.fromEntries(
      parameters.map(({ name, description, schema, allowsEmpty }) => {
        const adaptedSchema = adapt(schema);
        // A schema that `adapt` has changed allows any string already.
        const memberSchema =
          adaptedSchema === schema && allowsEmpty ? allowEmptyString(schema) : adaptedSchema;
        return [name, { ...memberSchema, description }];
      }),
    ),
  });
  const form = { schema: objectSchema((schema) => schema), encoding: encodingOf(parameters) };
  return {
    'application/json': { schema: objectSchema(allowString) },
    [urlEncodedForm]: form,
  };
}

function createBodyContent(described: DescribedOperation, { writer }: DocumentContext): MediaTypes {
  const { requestBody, form } = described.operation;
  const schemas =
    requestBody === undefined ? {} : toSchemasByMediaType(requestBody, ['application/json']);
  const bodies = Object.entries(schemas).map(([type, schema]) => [
    type,
    { schema: writer.write(schema, 'input') },
  ]);
  const forms =
    form === undefined ? [] : [[urlEncodedForm, { schema: createFormSchema(described) }]];
  return Object.fromEntries([...bodies, ...forms]);
}

/**
 * Describes a body. The second encoding of a form is mentioned only in the text, because for two media types client
 * generators create two types, or code that does not run (openapi-python-client).
 */
function describeBody({ requestBodyDescription }: Operation, content: MediaTypes): string {
  const descriptions = requestBodyDescription === undefined ? [] : [requestBodyDescription];
  const formDescriptions =
    urlEncodedForm in content ? [`A form can also be sent as ${multipartForm}.`] : [];
  return [...descriptions, ...formDescriptions].join(' ');
}

/** Creates the request body object of an operation; undefined if it has no body. */
export function createRequestBodyObject(
  described: DescribedOperation,
  context: DocumentContext,
): Readonly<Record<string, unknown>> | undefined {
  const { id, isRequestBodyOptional, parametersInBody } = described.operation;
  const content = parametersInBody
    ? createParameterContent(described, context)
    : createBodyContent(described, context);
  if (Object.keys(content).length === 0) return undefined;
  const contentWithExamples = Object.entries(content).map(([mediaType, mediaTypeObject]) => [
    mediaType,
    { ...mediaTypeObject, ...selectRequestExamples(context.examples, id, mediaType) },
  ]);
  const description = describeBody(described.operation, content);
  return {
    ...(description === '' ? {} : { description }),
    required: isRequestBodyOptional !== true && parametersInBody !== true,
    content: Object.fromEntries(contentWithExamples),
  };
}
