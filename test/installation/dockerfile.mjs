// Reads a Dockerfile and runs its instructions in a folder for each stage. It replaces the folders of the image in
// commands and values. It isolates nothing: a test for machines without a container engine.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Returns the instructions as `{ name, text }`, with continued lines joined. */
export const instructionsOf = (file) =>
  readFileSync(file, 'utf8')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, text] = /^(\w+)\s+(.*)$/.exec(line);
      return { name, text };
    });

/** Runs one stage in `root`. Returns its working directory, environment, user, command and health check. */
class Stage {
  environment = {};
  workingDirectory;

  constructor(root, context, stages) {
    Object.assign(this, { root, context, stages });
    mkdirSync(root);
  }

  /** Replaces each absolute path of the image by one in the folder of the stage. */
  inFolder(text) {
    return text.replace(/(?<![\w./])\/(?=(?:build|app|data)\b)/g, `${this.root}/`);
  }

  run({ name, text }) {
    switch (name) {
      case 'WORKDIR':
        this.workingDirectory = this.inFolder(text);
        return mkdirSync(this.workingDirectory, { recursive: true });
      case 'ENV': {
        const [variable, value] = text.split(/=(.*)/s);
        return (this.environment[variable] = this.inFolder(value));
      }
      case 'COPY':
        return this.copy(text.split(' '));
      case 'RUN':
        return this.shell(this.inFolder(text));
      case 'USER':
        [this.uid, this.gid] = text.split(':').map(Number);
        return undefined;
      case 'HEALTHCHECK':
        return (this.healthCheck = JSON.parse(/CMD (.*)$/.exec(text)[1]));
      case 'CMD':
        return (this.command = JSON.parse(text));
      case 'VOLUME':
      case 'EXPOSE':
        return undefined;
      default:
        throw new Error(`This script does not support the instruction ${name}.`);
    }
  }

  copy(words) {
    const from = /^--from=(\w+)$/.exec(words[0])?.[1];
    const source = from === undefined ? undefined : this.stages.get(from);
    const paths = from === undefined ? words : words.slice(1);
    const target = join(this.workingDirectory, paths.at(-1));
    for (const path of paths.slice(0, -1)) {
      const at = source ? source.inFolder(path) : join(this.context, path);
      const isFileIntoFolder = paths.at(-1).endsWith('/') && statSync(at).isFile();
      cpSync(at, isFileIntoFolder ? join(target, basename(at)) : target, {
        recursive: true,
        verbatimSymlinks: true,
      });
    }
  }

  shell(command) {
    const environment = { PATH: process.env.PATH, HOME: process.env.HOME, ...this.environment };
    execFileSync('/bin/sh', ['-c', command], {
      cwd: this.workingDirectory,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
  }
}

/** Runs all stages of `file` in `folder`, with the files of `context`. Returns the last stage. */
export function runDockerfile(file, context, folder) {
  const stages = new Map();
  let stage;
  for (const instruction of instructionsOf(file)) {
    if (instruction.name === 'ARG') continue;
    if (instruction.name !== 'FROM') {
      stage.run(instruction);
      continue;
    }
    const name = / AS (\w+)$/.exec(instruction.text)?.[1] ?? 'last';
    stage = new Stage(join(folder, name), context, stages);
    stages.set(name, stage);
  }
  return stage;
}
