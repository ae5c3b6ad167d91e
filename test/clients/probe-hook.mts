import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { HookAnswer, HookCall } from '../../src/edges/agents/hook-call.ts'
import { printAnswer, readHookCall } from '../../src/edges/agents/read-hook-call.ts'

// In place of Mettle's hook: reads and answers with the same code, but says at every moment that it was that moment,
// stops every `git push`, and lets each turn go on once. What it read is kept beside the repository.
const { values } = parseArgs({
  options: { client: { type: 'string' }, event: { type: 'string' } },
  allowPositionals: true,
})
const call = readHookCall(JSON.parse(readFileSync(0, 'utf8')), values as Parameters<typeof readHookCall>[1])
if (call !== undefined) {
  appendFileSync(join(call.cwd, '..', 'calls.jsonl'), `${JSON.stringify(call)}\n`)
  process.stdout.write(printAnswer(answerTo(call), call))
}

function answerTo({ moment, prompt, tool, isAgain = false }: HookCall): HookAnswer {
  const mark = `heard at ${moment}`
  if (tool?.command?.startsWith('git push')) return { gate: { decision: 'ask', reason: 'refused by the gate' } }
  if (moment === 'subagent-spawn') return { task: `${prompt}\n${mark}` }
  if (moment === 'turn-end') return isAgain ? {} : { goOn: mark }
  return { context: `<mettle>\n${mark}\n</mettle>` }
}
