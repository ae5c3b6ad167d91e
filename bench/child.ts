import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** The environment without variables that slow down every start of Node on some machines. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const { NODE_EXTRA_CA_CERTS: _, NODE_OPTIONS: __, ...rest } = process.env
  return rest
}

/** Runs another compiled file in its own process; it answers with one line of JSON. */
export function inChild<T>(file: string, args: readonly string[]): T {
  const path = join(import.meta.dirname, file)
  const output = execFileSync(process.execPath, [path, ...args], {
    encoding: 'utf8',
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return JSON.parse(output) as T
}
