import { describe, expect, it } from 'vitest'
import { LESSON, taught, testLoop } from '../../../test/worlds/test-loop.ts'

const OTHER = 'Never log the raw request body of a payment'

describe('why a receipt holds what it holds', () => {
  it('tells what was shown by the parts of its score, and what found no room', async () => {
    const loop = testLoop()
    const shown = await taught(loop)
    const left = await taught(loop, OTHER, { run: 'r1' })
    const task = 'close the database'
    const { receipt, run, items } = await loop.inject({ role: 'builder', task, budgetTokens: 45 })
    expect(items.map(({ pattern }) => pattern)).toEqual([shown])
    const named = await loop.whyReceipt(receipt)
    expect(named).toMatchObject({
      name: receipt,
      state: 'role-block for builder: 1 shown, 0 withheld, 1 left out',
      whatWouldChangeIt: ['more room: a larger budget shows the patterns that did not fit'],
      timeline: [{ run, what: '1 pattern put in front of the run, about: close the database' }],
    })
    expect(named.arithmetic).toMatch(/^\d+ of 45 tokens, truncated$/)
    expect(named.evidence[0]).toMatch(new RegExp(`^1\\. ${shown}: score [\\d.]+: success rate 1\\.00, `))
    expect(named.evidence[1]).toMatch(new RegExp(`^left out: ${left}, score [\\d.]+, no room in the budget$`))
  })

  it('tells what was withheld, and how likely that was', async () => {
    const loop = testLoop({ holdoutShare: 1 })
    const held = await taught(loop)
    const { receipt } = await loop.inject({ role: 'builder', task: LESSON })
    const { evidence } = await loop.whyReceipt(receipt)
    expect(evidence).toEqual([`withheld at random: ${held}, shown to a share of 0`])
  })

  it('tells what the run was expected to come to, and what that has meant so far', async () => {
    const loop = testLoop({ profile: 'bayes' })
    await taught(loop)
    for (let n = 0; n < 30; n++) {
      const { run } = await loop.inject({ role: 'builder', run: `run-${n}`, task: LESSON })
      await loop.recordOutcome({ run, result: n % 10 === 0 ? 'failure' : 'success', observedBy: 'test' })
    }
    const { receipt, prediction } = await loop.inject({ role: 'builder', task: LESSON })
    const said = (await loop.receipt(receipt)).prediction!
    expect(said.toFixed(2)).not.toBe(prediction!.toFixed(2))
    expect((await loop.whyReceipt(receipt)).arithmetic).toContain(
      `expected to succeed with ${said.toFixed(2)}, or ${prediction!.toFixed(2)} by how such predictions have turned out`,
    )
  })

  it('is asked by an id that is there', async () => {
    await expect(testLoop().whyReceipt('none')).rejects.toThrow("There is no receipt 'none'")
  })

  it('names the newest receipt to who gives the run', async () => {
    const loop = testLoop()
    await taught(loop)
    await loop.inject({ role: 'builder', task: LESSON, run: 'tuesday' })
    const { receipt } = await loop.inject({ role: 'judge', task: LESSON, run: 'tuesday' })
    const refused = {
      message: "'tuesday' is a run, not a receipt; mettle run show tuesday lists its receipts.",
      hint: `mettle receipt why ${receipt}`,
    }
    await expect(loop.whyReceipt('tuesday')).rejects.toMatchObject(refused)
    await expect(loop.receipt('tuesday')).rejects.toMatchObject(refused)
  })
})
