import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { assetFolder, buildFunctions } from './functions.ts';
import { listNativeFiles, nativeHandler } from './native-packages.ts';
import { zip } from './zip.ts';

/** The definition of a function in the packager, as far as this plug-in uses it. */
type FunctionDefinition = { readonly handler: string; package?: { artifact?: string } };

type Serverless = {
  readonly serviceDir: string;
  readonly service: {
    readonly getAllFunctions: () => readonly string[];
    readonly getFunction: (name: string) => FunctionDefinition;
  };
};

/**
 * A packager plug-in that builds all functions at once and creates an archive for each. It does so only for packaging, because
 * serverless-offline would extract and run the archives.
 */
export default class Artifacts {
  readonly hooks: Readonly<Record<string, () => Promise<void>>>;

  constructor({ serviceDir, service }: Serverless) {
    this.hooks = {
      'before:package:createDeploymentArtifacts': async () => {
        const buildFolder = isTemplateOnly() ? undefined : await buildFunctions('alone');
        const target = path.join(serviceDir, '.serverless');
        await mkdir(target, { recursive: true });
        await Promise.all(
          service.getAllFunctions().map(async (name) => {
            const definition = service.getFunction(name);
            const artifact = path.join(target, `${name}.zip`);
            const archive =
              buildFolder === undefined
                ? await zip([])
                : await createArchive(buildFolder, definition.handler);
            await writeFile(artifact, archive);
            definition.package = { ...definition.package, artifact };
          }),
        );
      },
    };
  }
}

/** Whether only the template is needed, so that the archives can be empty. */
function isTemplateOnly(): boolean {
  return process.env['HDS_PACKAGE'] === 'template';
}

/** The only function whose archive contains the static files of pages. */
const assetHandler = 'functions/service/asset.handler';

/** Creates the archive of a function with its bundle and source map, and the static files or native packages that it needs. */
async function createArchive(buildFolder: string, handler: string): Promise<Buffer> {
  const file = handler.replace(/\.\w+$/, '.mjs');
  const assets = handler === assetHandler ? await readdir(path.join(buildFolder, assetFolder)) : [];
  const paths = [file, `${file}.map`, ...assets.map((name) => `${assetFolder}/${name}`)];
  const files = await Promise.all(
    paths.map(async (name) => ({
      path: name,
      content: await readFile(path.join(buildFolder, name)),
    })),
  );
  return zip([...files, ...(handler === nativeHandler ? await listNativeFiles() : [])]);
}
