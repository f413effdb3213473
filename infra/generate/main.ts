import { readFile, writeFile } from 'node:fs/promises';
import { registerHooks } from 'node:module';

// `npm run generate`: writes the files that are generated from the operations in functions/.

// Operations import generated files, which can be missing or broken at this point. So empty modules replace them.
const emptyModules: Readonly<Record<string, string>> = {
  ts: 'data:text/javascript,export const allowedMethods = {}, pathsWithPages = new Set(), pathsWithForms = new Set(), schemaVersion = "", assetNames = {}, messageKeys = "", messageTexts = {};',
  json: 'data:application/json,{}',
};

registerHooks({
  resolve: (specifier, context, next) => {
    const [, ending = ''] = /\.generated\.(ts|json)$/.exec(specifier) ?? [];
    const url = emptyModules[ending];
    return url === undefined ? next(specifier, context) : { url, shortCircuit: true };
  },
});

const { generateFiles, projectPath } = await import('./generated.ts');

for (const { path, text } of await generateFiles()) {
  const before = await readFile(projectPath(path), 'utf8').catch(() => undefined);
  if (before !== text) await writeFile(projectPath(path), text);
  console.log(`${path}: ${before === text ? 'unchanged' : 'written'}`);
}
