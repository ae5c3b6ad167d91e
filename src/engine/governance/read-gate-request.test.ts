import { describe, expect, it } from 'vitest'
import { BASE_POLICY } from './gate.ts'
import { judgeStep } from './judge-step.ts'
import { type GateRequest, readStep } from './read-gate-request.ts'

const step = (request: GateRequest) => readStep(request, BASE_POLICY)
const approvals = (...requests: GateRequest[]) => new Set(requests.map((one) => step(one).approval)).size

describe('a step as the gate reads it', () => {
  it('asks a person where its command is too deep to be read', () => {
    const command = `${'eval '.repeat(200)}git push`
    const read = step({ command })
    expect(read.isUnread).toBe(true)
    expect(judgeStep(read, { base: BASE_POLICY, overlays: [] }).decision).not.toBe('allow')
    expect(step({ command: 'git push' }).isUnread).toBeUndefined()
  })

  it('is the same approval by its adapters, risk, words and whole command, and by nothing else', () => {
    const push: GateRequest = { command: 'git push', action: 'release' }
    expect(step(push).approval).toMatch(/^a-[0-9a-f]{12}$/)
    expect(approvals(push, { ...push, run: 'r1' }, { ...push, risk: 'medium' })).toBe(1)
    const others: GateRequest[] = [
      { ...push, risk: 'high' },
      { ...push, action: 'try' },
      { ...push, adapter: 'npm' },
      { ...push, command: 'git push --force' },
      { ...push, command: 'git push # now\n--force' },
    ]
    expect(approvals(push, ...others)).toBe(6)
  })

  it('is shown by its words and its command, else by the tool, the server or the adapter', () => {
    expect(step({ action: 'release', command: 'git push' }).action).toBe('release: git push')
    expect(step({ tool: 'create', server: 'github' }).action).toBe('create')
    expect(step({ server: 'github' }).action).toBe('github')
    expect(step({ adapter: 'github' }).action).toBe('github')
  })

  it('is shown up to 2,000 characters, with a sign that there is more', () => {
    expect(step({ adapter: 'npm', action: 'x'.repeat(2_000) }).action).toBe('x'.repeat(2_000))
    expect(step({ adapter: 'npm', action: 'x'.repeat(2_001) }).action).toBe(`${'x'.repeat(1_999)}…`)
  })

  it('takes no command for a name, and says how a command is given', () => {
    const ask = () => step({ adapter: ' rm -rf / ' })
    expect(ask).toThrow("adapter: 'rm -rf /' is no name of a tool or service")
    expect(ask).toThrow(expect.objectContaining({ hint: "A command is given so: mettle gate --command 'rm -rf /'" }))
  })

  it('reaches the adapter that is named once, before those of its command', () => {
    const adapters = (request: GateRequest) => step(request).adapters.map(({ adapter }) => adapter)
    expect(adapters({ adapter: 'Git', command: 'git push' })).toEqual(['git'])
    expect(adapters({ adapter: 'npm', command: 'git push' })).toEqual(['npm', 'git'])
  })
})
