import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../architecture/source-files.ts'
import { temporaryFolder } from '../repositories/repository.ts'
import { compiledCli } from '../servers/cli-from-source.ts'

/** The command line of the source, as words of a shell. */
export const mettleInShell = () => `'${process.execPath}' '${compiledCli()}'`

/** Whether a terminal can be made here, by the programs of Linux. */
export const MAKES_TERMINALS =
  process.platform === 'linux' && spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0

export interface Typed {
  readonly code: number
  readonly stdout: string
  /** What stood on the terminal: questions, notes and errors. */
  readonly screen: string
}

/**
 * Types a line at a terminal that no agent owns, and the code when one is asked for. The terminal belongs to nothing that runs the tests, as an agent may: it is a terminal
 * of its own at the top of all processes, which is exactly what the check of presence cannot tell from a person's.
 */
export async function typedByPerson(line: string, environment: Record<string, string>): Promise<Typed> {
  const folder = temporaryFolder()
  const [out, code] = [join(folder, 'out'), join(folder, 'code')]
  const inner = `{ ${line}; } > '${out}'; echo $? > '${code}.new'; mv '${code}.new' '${code}'`
  // Node closes the input of a child that has ended, so one stays until the code is there.
  const outer = `setsid --fork script -qec "$INNER" /dev/null; until [ -e '${code}' ]; do sleep 0.1; done`
  const env = { PATH: process.env.PATH, SHELL: '/bin/sh', ...environment, INNER: inner }
  const child = spawn('sh', ['-c', outer], { cwd: ROOT, env, stdio: 'pipe' })
  let screen = ''
  let answered = 0
  child.stdout.on('data', (chunk) => {
    screen += chunk
    const asked = [...screen.matchAll(/Type (\d{4}) to go on: /g)]
    for (const [, shown] of asked.slice(answered)) child.stdin.write(`${shown}\n`)
    answered = asked.length
  })
  await once(child, 'close')
  return { code: Number(readFileSync(code, 'utf8')), stdout: readFileSync(out, 'utf8'), screen }
}
