#!/usr/bin/env node
// The command `compliance-inventory`.
import './compile-cache';
import { run } from './cli/program';

void run(process.argv.slice(2));
