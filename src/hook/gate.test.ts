import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ToolStep } from '../agents/hook-call.ts'
import { digest } from '../domain/digest.ts'
import { BASE_POLICY } from '../engine/gate.ts'
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
      workspace: { root, hooks: join(root, 'hooks') },
      run: 'r1',
      now: 0,
      setting: (name: string) => (name === 'safety.off' ? [] : isOn),
      call: { cwd: root },
      environment: {},
      session: { notes: [], note: () => undefined },
    } as unknown as HookContext,
    shell(command),
  )
const decide = (text: string, of = digest(text)) => {
  writeFileSync(join(root, 'mettle.policy.json'), text)
  writeFileSync(
    join(root, 'hooks', 'ahead', 'policy.json'),
    JSON.stringify({ of, policy: { ...BASE_POLICY, ...JSON.parse(text) } }),
  )
}
const UNREADABLE = {
  decision: 'ask',
  reason: expect.stringContaining('cannot read what was decided about git'),
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

  it('asks where the policy was changed since it was checked, or never was', async () => {
    decide('{}')
    expect(await asked('git push')).toBeUndefined()
    decide('{}', digest('{ }'))
    expect(await asked('git push')).toEqual(UNREADABLE)
    rmSync(join(root, 'hooks', 'ahead', 'policy.json'))
    expect(await asked('git push')).toEqual(UNREADABLE)
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
