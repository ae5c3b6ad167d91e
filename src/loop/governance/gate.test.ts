import { describe, expect, it } from 'vitest'
import { adapterRuns } from '../../../test/worlds/adapter-runs.ts'
import { overlaysInMemory, testLoop } from '../../../test/worlds/test-loop.ts'
import { UserError } from '../../domain/user-error.ts'
import { ADAPTER } from '../../projection/documents/governance-documents.ts'
import { gateWithoutJournal } from './gate-without-journal.ts'

const STEP = { adapter: 'GitHub', action: 'merge the release branch' }
const answered = { by: 'ada', reason: 'seen' }

/** An adapter that has failed three times in the same way. */
async function gatedLoop(options: Parameters<typeof testLoop>[0] = {}) {
  const loop = testLoop(options)
  await adapterRuns(loop, '++++++++++---')
  return loop
}

describe('the gate of a loop', () => {
  it('is open for an adapter with two failures, and asks after the third of the same type', async () => {
    const loop = testLoop()
    await adapterRuns(loop, '++++++++++--')
    expect(await loop.gate(STEP)).toMatchObject({ decision: 'allow', reasons: [], recorded: false })
    await adapterRuns(loop, '-', { prefix: 'late' })
    const gated = await loop.gate(STEP)
    expect(gated).toMatchObject({ decision: 'needs-approval', adapters: ['github'], recorded: true })
    expect(gated.reasons[0]!.because).toMatch(/one failure occurred 3 times/)
    expect(gated.evidence).toMatchObject([
      { adapter: 'github', runs: 13, failure: { failureType: 'auth', occurrences: 3 } },
    ])
  })

  it('records an open question once, whoever asks again', async () => {
    const loop = await gatedLoop()
    const { approval } = await loop.gate({ ...STEP, run: 'r7' })
    await Promise.all([loop.gate(STEP), loop.gate({ ...STEP, action: ' merge  the release\nbranch' })])
    const asked = await loop.events('approval-asked')
    expect(asked).toHaveLength(1)
    expect(asked[0]).toMatchObject({
      run: 'r7',
      stream: `approval/${approval}`,
      payload: { approval, adapters: ['github'], action: STEP.action, risk: 'medium', effectiveRisk: 0.5 },
    })
  })

  it('is open for the very step after a person allowed it, until the answer has run out', async () => {
    const loop = await gatedLoop()
    const { approval } = await loop.gate(STEP)
    expect(await loop.answerApproval({ approval, answer: 'allow', ...answered })).toMatchObject({
      state: 'allowed',
    })
    expect(await loop.gate(STEP)).toMatchObject({ decision: 'allow', maxRetries: 2 })
    expect((await loop.gate({ ...STEP, risk: 'high' })).decision).toBe('needs-approval')
    expect((await loop.gate({ ...STEP, action: 'delete it' })).decision).toBe('needs-approval')
    loop.pass(29 / 1_440)
    expect((await loop.gate(STEP)).decision).toBe('allow')
    loop.pass(1 / 1_440)
    expect((await loop.gate(STEP)).decision).toBe('needs-approval')
    expect(await loop.approvals({ states: ['open'] })).toContainEqual(expect.objectContaining({ approval, asked: 2 }))
  })

  it('is shut after a refusal, which an answer can take back, and no adapter suffers for it', async () => {
    const loop = await gatedLoop()
    const record = async () => (await loop.context.journal.documents([{ kind: ADAPTER, id: 'github' }]))[0]!.body
    const before = await record()
    const { approval } = await loop.gate({ ...STEP, run: 'refused' })
    await loop.answerApproval({ approval, answer: 'deny', ...answered })
    expect(await loop.gate(STEP)).toMatchObject({
      decision: 'deny',
      reasons: [{ because: 'ada refused it: seen' }, {}],
    })
    const [answer] = await loop.events('approval-answered')
    expect(answer).toMatchObject({ run: 'refused', provenance: { source: 'person' } })
    await loop.recordOutcome({
      run: 'refused',
      result: 'failure',
      adapters: ['github'],
      qualityScore: 0,
      failureType: 'auth',
    })
    expect(await record()).toEqual(before)
    await loop.answerApproval({ approval, answer: 'allow', ...answered })
    expect((await loop.gate(STEP)).decision).toBe('allow')
  })

  it('lets only those answer whom the policy names', async () => {
    const adapters = { github: { approvers: ['Grace'] } }
    const loop = await gatedLoop({ basePolicy: { approvers: ['ada'], adapters } })
    const { approval } = await loop.gate(STEP)
    await expect(loop.answerApproval({ approval, answer: 'allow', ...answered })).rejects.toMatchObject({
      code: 'not-approver',
      message: 'ada may not answer for github; Grace may.',
    })
    await loop.answerApproval({ approval, answer: 'allow', by: 'grace', reason: 'ok' })
    await expect(loop.answerApproval({ approval: 'a-none', answer: 'deny', ...answered })).rejects.toMatchObject({
      code: 'not-found',
    })
  })

  it('finds the adapters of a tool call, by the table and by the policy', async () => {
    const tools = [{ program: 'ship', adapter: 'github' }]
    const loop = await gatedLoop({ basePolicy: { tools } })
    const bash = (command: string) => loop.gate({ tool: 'Bash', command })
    expect(await bash('cd x && gh pr merge 7')).toMatchObject({
      decision: 'needs-approval',
      action: 'cd x && gh pr merge 7',
    })
    expect((await bash('./ship it')).decision).toBe('needs-approval')
    expect(await bash('git push')).toMatchObject({ decision: 'allow', adapters: ['git'] })
    expect((await loop.gate({ tool: 'mcp__github__merge' })).adapters).toEqual(['github'])
  })

  it('takes an answer for the very command that was shown, whatever else the agent says about it', async () => {
    const loop = await gatedLoop()
    const ask = (command: string, action?: string) =>
      loop.gate({ tool: 'Bash', command, ...(action === undefined ? {} : { action }) })
    const { approval, action } = await ask('gh pr list # then gh pr merge 7', 'look')
    expect(action).toBe('look: gh pr list # then gh pr merge 7')
    await loop.answerApproval({ approval, answer: 'allow', ...answered })
    expect((await ask('gh pr list # then gh pr merge 7', 'look')).decision).toBe('allow')
    expect((await ask('gh pr list # then\ngh pr merge 7', 'look')).decision).toBe('needs-approval')
    expect((await ask('gh pr merge 7', 'look')).decision).toBe('needs-approval')
    const long = `gh pr list ${'x '.repeat(2_000)}`
    const { approval: first, action: cut } = await ask(`${long}; gh pr view`)
    expect(cut).toMatch(/…$/)
    expect((await ask(`${long}; gh pr merge 7`)).approval).not.toBe(first)
  })

  it('keeps no secret of the step, not even in the name of the approval', async () => {
    const loop = await gatedLoop()
    const token = `ghp_${'aB3dE6gH9kL2'.repeat(3)}`
    const one = await loop.gate({ adapter: 'github', command: `gh auth login --with-token ${token}` })
    const other = await loop.gate({
      adapter: 'github',
      command: `gh auth login --with-token ${token.replace('a', 'b')}`,
    })
    expect(one.action).toContain('[redacted:')
    expect(one.approval).toBe(other.approval)
  })

  it('refuses a request that names nothing, or nonsense', async () => {
    const loop = testLoop()
    for (const request of [
      {},
      { adapter: ' ' },
      { adapter: 'x', risk: 'huge' as 'high' },
      { adapter: 'x', run: '../x' },
    ])
      await expect(loop.gate(request)).rejects.toMatchObject({ code: 'input' })
  })
})

const HEAD = { journal: 'j', position: 1 }

describe('overlays in force', () => {
  it('are kept beside the journal by whatever moves them', async () => {
    const overlays = overlaysInMemory()
    const loop = testLoop({ overlays })
    await adapterRuns(loop, '--')
    expect(overlays.read()).toMatchObject([{ adapter: 'github', requireApproval: true, suggestedMaxRetries: 1 }])
    overlays.keep([], HEAD)
    await loop.rebuild()
    expect(overlays.read()).toHaveLength(1)
    const [kept] = overlays.read()!
    for (const other of [[], [{ ...kept!, riskMultiplier: 1 }]]) {
      overlays.keep(other, HEAD)
      await loop.gate(STEP)
      expect(overlays.read()).toEqual([kept])
    }
  })

  it('still ask when the journal fails under a loop that is open, and the failure is counted', async () => {
    const counted: string[] = []
    const loop = await gatedLoop({ failures: { add: ({ code }) => counted.push(code) } })
    const documents = async (): Promise<never> => {
      throw new UserError('store-down', 'The store does not answer.', 'mettle doctor')
    }
    Object.assign(loop.context.journal, { documents })
    expect(await loop.gate(STEP)).toMatchObject({
      decision: 'needs-approval',
      recorded: false,
      failure: { code: 'store-down', message: 'The store does not answer.' },
    })
    expect((await loop.gate({ adapter: 'npm' })).decision).toBe('allow')
    expect(counted).toEqual(['store-down', 'store-down'])
    await expect(loop.gate({})).rejects.toMatchObject({ code: 'input' })
  })

  it('are asked for even where a question cannot be written down', async () => {
    const loop = await gatedLoop()
    const append = async (): Promise<never> => {
      throw new Error('the disk is full')
    }
    Object.assign(loop.context.journal, { append })
    expect(await loop.gate(STEP)).toMatchObject({
      decision: 'needs-approval',
      recorded: false,
      failure: { code: 'bug', message: 'Error: the disk is full' },
    })
  })

  it('still ask when there is no journal; without them the gate is open, and damaged ones ask of every adapter', () => {
    const base = {
      version: 1,
      maxRetries: 2,
      askFromRisk: 0.8,
      unclear: 'allow',
      adapters: {},
      tools: [],
    } as const
    const overlay = {
      adapter: 'github',
      riskMultiplier: 1.4,
      suggestedMaxRetries: 1,
      requireApproval: true,
      reason: 'x',
      since: 0,
    }
    const keeper = (read: () => readonly (typeof overlay)[] | undefined) => ({
      policies: [{ ...base, adapters: {}, tools: [] }],
      overlays: { read, keep: () => undefined },
    })
    const decide = (read: () => readonly (typeof overlay)[] | undefined, adapter = 'github') =>
      gateWithoutJournal({ adapter }, keeper(read))
    expect(decide(() => [overlay])).toMatchObject({
      decision: 'needs-approval',
      maxRetries: 1,
      recorded: false,
    })
    expect(decide(() => [overlay], 'npm').decision).toBe('allow')
    expect(decide(() => undefined).decision).toBe('allow')
    const damaged = () => {
      throw new Error('torn')
    }
    expect(decide(damaged, 'npm')).toMatchObject({ decision: 'needs-approval', maxRetries: 2 })
  })
})
