// Lives through hundreds of worlds.
import { runCompiled } from './run-compiled.mjs'

runCompiled('gym', ['gym/main.ts', 'gym/worker.ts'])
