import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { temporaryFolder } from '../repositories/repository.ts'
import { mettleInShell } from '../worlds/terminal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Runs a line in a real shell; `mettle` in it is the program's source. */
async function shell(line: string, environment: NodeJS.ProcessEnv = {}) {
  const script = `mettle() { ${mettleInShell()} "$@"; }; ${line}`
  const options = { cwd: root, env: { ...process.env, METTLE_HOME: temporaryFolder(), ...environment } }
  try {
    return { code: 0, ...(await promisify(execFile)('bash', ['-c', script], options)) }
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string }
    return { code, stdout, stderr }
  }
}

describe('the real process', () => {
  it('tells its version', async () => {
    expect(await shell('mettle --version')).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' })
  })

  it('computes what is piped in', async () => {
    const { stdout } = await shell(`echo '{"at":"2026-01-01"}' | mettle compute decay --now 2026-04-01`)
    expect(JSON.parse(stdout)).toEqual({ value: 0.5 })
  })

  it('exits with 2, 1 and the message on stderr', async () => {
    expect(await shell('mettle lern')).toMatchObject({ code: 2, stdout: '' })
    expect(await shell(`echo '{}' | mettle compute decay`)).toMatchObject({ code: 1, stdout: '' })
  })

  it('ends quietly when its reader has seen enough', async () => {
    const line = `{"id":1,"law":"decay","input":{"at":0}}`
    const flood = `node -e 'for (let i = 0; i < 20000; i++) console.log(process.argv[1])' '${line}'`
    const { code, stdout, stderr } = await shell(
      `set -o pipefail; ${flood} 2>/dev/null | { mettle compute --batch; echo "exit $?" >&2; } | head -1`,
    )
    expect(stdout.split('\n')).toHaveLength(2)
    expect(stderr).toBe('exit 0\n')
    expect([0, 1]).toContain(code)
  })

  it.skipIf(!existsSync('/dev/full'))('says so when its output cannot be written', async () => {
    const { code, stderr } = await shell('mettle compute --list > /dev/full')
    expect(code).toBe(1)
    expect(stderr).toBe('The output cannot be written (ENOSPC).\n')
  })

  it('streams: the answer to a line does not wait for the next', async () => {
    const line = `{"id":1,"law":"decay","input":{"at":0}}`
    const { stdout } = await shell(
      `coproc mettle compute --batch; echo '${line}' >&"\${COPROC[1]}"; read -t 15 answer <&"\${COPROC[0]}"; echo "$answer"; kill $COPROC_PID`,
    )
    expect(JSON.parse(stdout).id).toBe(1)
  })
})
