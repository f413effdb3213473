import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

import { openApiDocument, type DocumentedSchema } from './document.ts';

const root = 'https://description.test/';

const ajv = new Ajv2020({
  strict: true,
  // Nullable values, and parameters with two forms, have several types.
  allowUnionTypes: true,
  // A choice (oneOf, anyOf) has the common members of its alternatives beside it.
  strictTypes: false,
  strictRequired: false,
  validateSchema: false,
});
formats.default(ajv);

/** Makes references absolute, so that each schema can be compiled alone. */
function withRoot(schema: unknown): unknown {
  const text = JSON.stringify(schema);
  return JSON.parse(text.replaceAll('"$ref":"#/components/schemas/', `"$ref":"${root}#/$defs/`));
}

ajv.addSchema(Object({ $id: root, $defs: withRoot(openApiDocument.components['schemas']) }));

const validators = new Map<string, ValidateFunction>();

function compileOnce(schema: DocumentedSchema): ValidateFunction {
  const key = JSON.stringify(schema);
  const cached = validators.get(key);
  if (cached !== undefined) return cached;
  const validator = ajv.compile(Object(withRoot(schema)));
  validators.set(key, validator);
  return validator;
}

/** Validates a value by a schema of the document, which is compiled once. @returns undefined if the value is valid */
export function schemaProblem(schema: DocumentedSchema, value: unknown): string | undefined {
  const validator = compileOnce(schema);
  if (validator(value)) return undefined;
  const text = JSON.stringify(value);
  return `${ajv.errorsText(validator.errors, { separator: '; ' })} in ${text.slice(0, 2000)}`;
}
