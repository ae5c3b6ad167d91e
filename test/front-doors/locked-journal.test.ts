import { join } from 'node:path'
import { expect, it } from 'vitest'
import { sqliteEngine } from '../../src/store/sqlite/engine.ts'
import { victim } from '../red-team/victim.ts'

it('answers status, lists and the doctor from what can be read while another process writes, and says so', async () => {
  const world = victim()
  await world.learned()
  await world.call({ moment: 'prompt', session: 's1', prompt: 'close the database handle' })
  const Database = sqliteEngine()
  const holder = new Database(join(world.root, '.mettle', 'journal.db'), { timeout: 1_000 })
  holder.exec('BEGIN IMMEDIATE')
  try {
    // Whoever waited as long as a writer does would not be done before the time of this test is up.
    const status = await world.cli('status')
    expect(status).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('1 shown to agents') })
    expect(status.stderr).toContain('Another process is writing to the journal')
    expect(JSON.parse((await world.cli('status', '--json')).stdout)).toMatchObject({ isBehind: true })
    expect(await world.cli('pattern', 'list')).toMatchObject({ exitCode: 0 })
    expect((await world.cli('doctor')).stdout).toMatch(/^fine +pages: /m)
  } finally {
    holder.close()
  }
  expect((await world.cli('status')).stderr).toBe('')
})
