import { spawnSync } from 'node:child_process'
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect } from 'vitest'
import { ROOT } from '../architecture/source-files.ts'
import { shell } from '../worlds/hook-world.ts'
import { bundledMettle, MAKES_TERMINALS } from '../worlds/terminal.ts'
import { attack } from './attack.ts'
import { type Victim, victim } from './victim.ts'

const program = await bundledMettle()
afterAll(program.remove)

/** Four failed runs put github behind a person, and its hooks know. */
async function gatedWorld(): Promise<Victim> {
  const world = victim()
  await world.command(async (mettle) => {
    for (const run of ['r1', 'r2', 'r3', 'r4'])
      await mettle.recordOutcome({
        run,
        adapters: ['github'],
        result: 'failure',
        qualityScore: 0,
        retryCount: 0,
      })
  })
  return world
}

const decided = async (world: Victim) =>
  (await world.call({ moment: 'before-tool', tool: shell('gh pr create') })).gate?.decision

/** Runs a line as the tools of an agent do: under a process of the client's name, or with what the client sets. */
function asAgent(world: Victim, line: string, marks: Record<string, string> = {}) {
  const client = join(world.folder, 'claude')
  try {
    symlinkSync('/bin/sh', client)
  } catch {
    // It is there.
  }
  const { PATH } = process.env
  const env = { PATH, HOME: world.folder, ...world.environment, SHELL: '/bin/sh', ...marks }
  const script = `mettle() { ${program.mettle} --cwd '${world.root}' "$@"; }\n${line}\ntrue`
  const started = Object.keys(marks).length === 0 ? client : '/bin/sh'
  const { stdout, stderr } = spawnSync(started, ['-c', script], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    input: '',
  })
  return `${stdout}${stderr}`
}

describe('the gate of an agent', () => {
  attack(
    'own gate',
    async () => {
      const world = await gatedWorld()
      const typed = `${program.mettle} --cwd '${world.root}'`
      const file = join(world.folder, 'open.sh')
      writeFileSync(file, `${typed} policy loosen github --no-approval --reason x\n`)
      const lines = [
        'm=mettle; $m policy loosen github --no-approval --reason x',
        'mettle undo --run r1 --reason x --yes',
        `sh '${file}'`,
        'mettle rebuild --set overlay.approvalOccurrences=1000 --set overlay.unreliableBelow=0',
        'mettle token create --role approve --name me',
        'mettle init --remove --yes',
        'yes | mettle policy acknowledge github unknown --reason x',
        `nohup ${typed} policy loosen github --no-approval --reason x < /dev/null`,
        ...(MAKES_TERMINALS
          ? [
              `echo 1234 | script -qec "sh '${file}'" /dev/null`,
              `echo 1234 | env -u CLAUDECODE script -qec "sh '${file}'" /dev/null`,
              `echo 1234 | setsid --wait script -qec "sh '${file}'" /dev/null`,
            ]
          : []),
      ]
      for (const marks of [{}, { CLAUDECODE: '1' }] as Record<string, string>[]) {
        const said = asAgent(world, lines.join('\n'), marks)
        expect(said.match(/A person must confirm/g)).toHaveLength(lines.length)
      }
      expect(await decided(world)).toBe('ask')
    },
    120_000,
  )
})
