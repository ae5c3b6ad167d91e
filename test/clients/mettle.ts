import { execFile } from 'node:child_process'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The built command line. */
export const PROGRAM = fileURLToPath(new URL('../../dist/cli/bin.js', import.meta.url))

/** Puts `mettle` into a folder for programs, as `npm install --global` would. */
export function installMettle(folder: string): void {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'mettle')
  writeFileSync(file, `#!/bin/sh\nexec '${process.execPath}' '${PROGRAM}' "$@"\n`)
  chmodSync(file, 0o755)
}

/** `mettle`, as a person in the same home and repository would call it. */
export const mettleIn = (cwd: string, env: NodeJS.ProcessEnv) => async (line: readonly string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...line], { cwd, env })
  return stdout
}
