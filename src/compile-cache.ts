// Caches compiled code on disk between runs where Node supports it (22.1 and later).
import * as nodeModule from 'node:module';

(nodeModule as { enableCompileCache?: () => void }).enableCompileCache?.();
