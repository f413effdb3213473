import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

// Writes to standard output the types that openapi-typescript makes of a description: node write-types.ts FILE.

// It asks the compiler of TypeScript 5, which has an interface for programs.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
});

const { default: openapiTypescript, astToString } = await import('openapi-typescript');
const [, , file = ''] = process.argv;
const types = await openapiTypescript(pathToFileURL(file), { silent: true });
process.stdout.write(astToString(types));
