import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

// Prints the types that openapi-typescript makes from a description: node write-types.ts FILE.

// openapi-typescript needs the programming interface of the compiler of TypeScript 5.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});

const { default: openapiTypescript, astToString } = await import('openapi-typescript');
const [, , file = ''] = process.argv;
const types = await openapiTypescript(pathToFileURL(file), { silent: true });
process.stdout.write(astToString(types));
