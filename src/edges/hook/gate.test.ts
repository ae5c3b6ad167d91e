import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gatePlace } from '../../machine/gate/gate-seal.ts'
import { acceptPolicy } from '../../machine/gate/policy-file.ts'
import type { ToolStep } from '../agents/hook-call.ts'
import { gate } from './gate.ts'
import type { HookContext } from './hook-context.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'mettle-gate-'))
  mkdirSync(join(root, 'hooks', 'ahead'), { recursive: true })
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const shell = (command: string) => ({ kind: 'shell', name: 'Bash', command }) as ToolStep
const asked = (command: string, isOn = true) =>
  gate(
    {
      workspace: { root, home: join(root, '.mettle'), hooks: join(root, 'hooks') },
      environment: { METTLE_HOME: join(root, 'state') },
      run: 'r1',
      now: 0,
      setting: (name: string) => (name === 'safety.off' ? [] : isOn),
      call: { cwd: root },
      session: { notes: [], note: () => undefined },
    } as unknown as HookContext,
    shell(command),
  )
const workspace = () => ({ root, home: join(root, '.mettle'), hooks: join(root, 'hooks') })
const place = () => gatePlace(workspace(), { METTLE_HOME: join(root, 'state') })
const decide = (file: object) =>
  writeFileSync(join(root, 'mettle.policy.json'), JSON.stringify({ version: 1, ...file }))
const accept = () => acceptPolicy(workspace(), place(), { by: 'ann', at: 0 })
const UNREADABLE = {
  decision: 'ask',
  reason: expect.stringContaining('cannot read the decisions about git'),
}

describe('the gate of a hook', () => {
  it('lets a step pass that nobody said anything about', async () => {
    expect(await asked('git push')).toBeUndefined()
  })

  it('asks about every step that reaches an adapter where the policy cannot be read', async () => {
    mkdirSync(join(root, 'mettle.policy.json'))
    expect(await asked('git push')).toEqual(UNREADABLE)
    expect(await asked('ls')).toBeUndefined()
  })

  it('goes by the policy file as it stands at the step, where it is stricter', async () => {
    decide({ adapters: { git: { requireApproval: true } } })
    expect(await asked('git push')).toMatchObject({ decision: 'ask' })
    decide({ adapters: { git: { deny: true } } })
    expect(await asked('git push')).toMatchObject({ decision: 'deny' })
    decide({})
    expect(await asked('git push')).toBeUndefined()
  })

  it('goes by what a person accepted where the file asks for less, until that is accepted', async () => {
    decide({ adapters: { git: { deny: true } } })
    await accept()
    decide({ adapters: { git: { requireApproval: true } } })
    expect(await asked('git push')).toMatchObject({ decision: 'deny' })
    await accept()
    expect(await asked('git push')).toMatchObject({ decision: 'ask' })
    decide({ tools: [{ program: 'git', adapter: '' }] })
    expect(await asked('git push')).toMatchObject({ decision: 'ask' })
    await accept()
    expect(await asked('git push')).toBeUndefined()
  })

  it('asks where the file is wrong, or gone after one was accepted', async () => {
    writeFileSync(join(root, 'mettle.policy.json'), '{"version": 1, "adapters": {"npm": {"deny": "yes"}}}')
    expect(await asked('git push')).toEqual(UNREADABLE)
    decide({})
    await accept()
    expect(await asked('git push')).toBeUndefined()
    rmSync(join(root, 'mettle.policy.json'))
    expect(await asked('git push')).toEqual(UNREADABLE)
    await accept()
    expect(await asked('git push')).toBeUndefined()
  })

  it('asks where what was accepted is gone from either place', async () => {
    decide({ adapters: { npm: { deny: true } } })
    for (const folder of [place().near, place().far]) {
      await accept()
      expect(await asked('git push')).toBeUndefined()
      rmSync(join(folder, 'accepted-policy.json'))
      expect(await asked('git push')).toEqual(UNREADABLE)
    }
  })

  it('asks where the overlays in force cannot be read', async () => {
    writeFileSync(join(root, 'hooks', 'overlays.json'), 'torn')
    expect(await asked('git push')).toEqual(UNREADABLE)
  })

  it('asks about a command that is too long to be read', async () => {
    expect(await asked(`ls ${'a'.repeat(200_000)}`)).toMatchObject({ decision: 'ask' })
  })

  it('says nothing where it is switched off', async () => {
    mkdirSync(join(root, 'mettle.policy.json'))
    expect(await asked('git push', false)).toBeUndefined()
  })
})
