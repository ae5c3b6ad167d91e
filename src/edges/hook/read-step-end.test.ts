import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { temporaryFolder } from '../../../test/repositories/repository.ts'
import type { HookCall } from '../agents/hook-call.ts'
import { seeEnd } from './read-step-end.ts'

const stopIn = (transcript: string): HookCall => ({
  client: 'copilot',
  moment: 'turn-end',
  event: 'Stop',
  session: 's1',
  cwd: '/',
  transcript,
})
const line = (content: string) => `${JSON.stringify({ type: 'assistant.message', data: { content } })}\n`

it('tells the last words of a turn that the client only wrote down', async () => {
  const path = join(temporaryFolder(), 'events.jsonl')
  writeFileSync(path, `${'x'.repeat(400_000)}\n${line('Done.')}`)
  expect((await seeEnd(stopIn(path))).said).toBe('Done.')
})

it('waits a moment for what is being written', async () => {
  const path = join(temporaryFolder(), 'events.jsonl')
  const told = seeEnd(stopIn(path))
  writeFileSync(path, line('Done.'))
  expect((await told).said).toBe('Done.')
})

it('leaves the call as it is where there is nothing to read', async () => {
  const call = stopIn(join(temporaryFolder(), 'none.jsonl'))
  expect(await seeEnd(call)).toBe(call)
})
