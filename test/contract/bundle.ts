import { join } from 'node:path'
import { compileScript } from '../servers/cli-from-source.ts'

/** A script of this folder, compiled; it still finds the repository's packages. */
export const bundle = (script: string) => compileScript(join(import.meta.dirname, script))
