#!/usr/bin/env node
// The command `compliance-inventory`.
import { run } from './cli/program';

void run(process.argv.slice(2));
