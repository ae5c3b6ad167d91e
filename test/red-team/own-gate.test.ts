import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { sealedForHooks } from '../../src/machine/gate/gate-keep.ts'
import { gatePlace } from '../../src/machine/gate/gate-seal.ts'
import { ROOT } from '../architecture/source-files.ts'
import { shell } from '../worlds/hook-world.ts'
import { MAKES_TERMINALS, mettleInShell } from '../worlds/terminal.ts'
import { attack } from './attack.ts'
import { type Victim, victim } from './victim.ts'

const program = mettleInShell()

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
  const script = `mettle() { ${program} --cwd '${world.root}' "$@"; }\n${line}\ntrue`
  const started = Object.keys(marks).length === 0 ? client : '/bin/sh'
  const { stdout, stderr } = spawnSync(started, ['-c', script], {
    cwd: ROOT,
    env,
    encoding: 'utf8',
    input: '',
  })
  return `${stdout}${stderr}`
}

/** Settings that an agent would give for the length of a command. */
const LOOSENED = [
  'METTLE_POLICY_RATCHET=elastic mettle status',
  'export METTLE_OVERLAY_UNRELIABLE_BELOW=0; mettle learn; unset METTLE_OVERLAY_UNRELIABLE_BELOW',
  'mettle status --set overlay.approvalOccurrences=1000',
]

describe('the gate of an agent', () => {
  attack(
    'own gate',
    async () => {
      const world = await gatedWorld()
      const typed = `${program} --cwd '${world.root}'`
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
        const loosened = asAgent(world, LOOSENED.join('\n'), marks)
        expect(loosened.match(/loosens the gate, and an agent started this command/g)).toHaveLength(LOOSENED.length)
      }
      expect(await decided(world)).toBe('ask')
    },
    120_000,
  )

  attack('gate state', async () => {
    const places = (world: Victim) =>
      gatePlace({ home: join(world.root, '.mettle'), hooks: world.hooks }, world.environment)
    const ways: Record<string, (world: Victim) => unknown> = {
      'the overlays near the hooks': (world) => rmSync(join(world.hooks, 'overlays.json')),
      'the overlays outside of the project': (world) => rmSync(join(places(world).far, 'overlays.json')),
      'the overlays in both places': (world) => {
        rmSync(join(world.hooks, 'overlays.json'))
        rmSync(join(places(world).far, 'overlays.json'))
      },
      'all that hooks read': (world) => rmSync(world.hooks, { recursive: true }),
      'all that is outside of the project': (world) => rmSync(world.environment.METTLE_HOME!, { recursive: true }),
      'the key of seals': (world) => rmSync(places(world).key),
      'the journal': (world) => rmSync(join(world.root, '.mettle', 'journal.db')),
      'the journal, for a new one': async (world) => {
        rmSync(join(world.root, '.mettle'), { recursive: true })
        await world.command((mettle) =>
          mettle.recordOutcome({ run: 'new', result: 'success', adapters: ['github'], qualityScore: 1 }),
        )
        await world.command((mettle) => mettle.gate({ adapter: 'github' }))
      },
      'an overlay, in both files': (world) => {
        for (const folder of [places(world).near, places(world).far]) {
          const file = join(folder, 'overlays.json')
          writeFileSync(file, readFileSync(file, 'utf8').replaceAll('github', 'gitlab'))
        }
      },
    }
    for (const [lost, change] of Object.entries(ways)) {
      const world = await gatedWorld()
      expect({ lost, before: await decided(world) }).toEqual({ lost, before: 'ask' })
      await change(world)
      expect({ lost, after: await decided(world) }).toEqual({ lost, after: 'ask' })
    }
    const fresh = victim()
    await fresh.command(async () => undefined)
    expect(await decided(fresh)).toBeUndefined()
  })

  attack('forged answer', async () => {
    const world = await gatedWorld()
    const asked = await world.call({ moment: 'before-tool', tool: shell('gh pr create') })
    const approval = /a-[0-9a-f]{12}/.exec(asked.gate?.reason ?? '')![0]
    const answers = [{ approval, answer: 'allow', by: 'ann', until: world.now + 1e9 }]
    const other = victim()
    await other.command(async () => undefined)
    const elsewhere = gatePlace({ home: join(other.root, '.mettle'), hooks: other.hooks }, world.environment)
    for (const text of [
      JSON.stringify({ v: 1, answers }),
      JSON.stringify({ v: 2, serial: 0, body: JSON.stringify(answers), mac: 'f'.repeat(64) }),
      sealedForHooks(elsewhere, 'answers.json', JSON.stringify(answers)),
    ]) {
      writeFileSync(join(world.hooks, 'ahead', 'answers.json'), text)
      expect(await decided(world)).toBe('ask')
    }
  })

  attack('looser policy', async () => {
    const world = await gatedWorld()
    const file = join(world.root, 'mettle.policy.json')
    const npm = async () =>
      (await world.call({ moment: 'before-tool', tool: shell('npm publish --dry-run') })).gate?.decision
    writeFileSync(file, JSON.stringify({ version: 1, adapters: { npm: { deny: true } } }))
    expect(await npm()).toBe('deny')
    await world.command(async () => undefined)
    for (const looser of [
      { version: 1 },
      { version: 1, adapters: { npm: { requireApproval: true } } },
      { version: 1, adapters: { npm: { deny: true } }, tools: [{ program: 'npm', adapter: '' }] },
    ]) {
      writeFileSync(file, JSON.stringify(looser))
      expect(await npm()).toBe('deny')
      await world.command(async (mettle) => {
        expect((await mettle.gate({ command: 'npm publish' })).decision).toBe('deny')
      })
    }
    writeFileSync(file, '{"version": 1, "adapters": ')
    expect(await npm()).not.toBeUndefined()
    rmSync(file)
    expect(await npm()).not.toBeUndefined()
  })
})
