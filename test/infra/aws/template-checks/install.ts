import { installTemplateCheckers } from './programs.ts';

// `.ci/run` installs the programs while other steps run.
await installTemplateCheckers();
