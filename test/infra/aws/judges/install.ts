import { installJudges } from './programs.ts';

// `.ci/run` installs the judges while other steps run.
await installJudges();
