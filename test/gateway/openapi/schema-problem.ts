import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import { openApiDocument, type DocumentedSchema } from './document.ts';

const root = 'https://description.test/';

const ajv = new Ajv2020({
  strict: true,
  // A parameter that may be one of two forms, and what may be null, have several types.
  allowUnionTypes: true,
  // What a choice has in common stands beside it.
  strictTypes: false,
  strictRequired: false,
  validateSchema: false,
});
formats.default(ajv);

/** References lead to the schemas of the document, wherever the schema stands that has them. */
function withRoot(schema: unknown): unknown {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll('"$ref":"#/components/schemas/', `"$ref":"${root}#/$defs/`));
}

ajv.addSchema(Object({ $id: root, $defs: withRoot(openApiDocument.components['schemas']) }));

const compiled = new Map<string, ValidateFunction>();

function validatorOf(schema: DocumentedSchema): ValidateFunction {
  const key = JSON.stringify(schema);
  const before = compiled.get(key);
  if (before !== undefined) return before;
  const validator = ajv.compile(Object(withRoot(schema)));
  compiled.set(key, validator);
  return validator;
}

/** What is wrong with a value by a schema of the document; undefined where nothing is. Each schema is compiled once. */
export function schemaProblem(schema: DocumentedSchema, value: unknown): string | undefined {
  const validator = validatorOf(schema);
  if (validator(value)) return undefined;
  const text = JSON.stringify(value);
  return `${ajv.errorsText(validator.errors, { separator: '; ' })} in ${text.slice(0, 2000)}`;
}
