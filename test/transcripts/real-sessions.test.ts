import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { answerHook } from '../../src/edges/hook/entry/answer-hook.ts'
import { HookWorld } from '../worlds/hook-world.ts'

/** Transcripts of real sessions of Claude Code, where this machine has them; they are no part of the project. */
const FOLDER = process.env.METTLE_REAL_SESSIONS ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'sessions')
const FILES = existsSync(FOLDER) ? readdirSync(FOLDER).filter((name) => name.endsWith('.jsonl.gz')) : []
const SESSIONS = 12

interface Block {
  readonly type: string
  readonly id?: string
  readonly tool_use_id?: string
  readonly name?: string
  readonly input?: unknown
  readonly text?: string
  readonly content?: unknown
  readonly is_error?: boolean
}

interface Line {
  readonly type: string
  readonly sessionId: string
  readonly timestamp: string
  readonly isMeta?: boolean
  readonly isCompactSummary?: boolean
  readonly message: { readonly content: string | readonly Block[] }
}

/** Read by other rules than those of the project: a prompt is a text of the user that begins with no tag and no mark of the client. */
const NOT_TYPED =
  /^\s*(?:<(?:command|local-command|bash|task|user-memory)|\[Request interrupted|Caveat:|This session is being continued)/
const withoutEditor = (text: string) => text.replace(/<(ide_\w+|system-reminder)>[\s\S]*?<\/\1>/g, '').trim()

/** What the hooks of the client would have sent, in order. */
function payloadsOf(lines: readonly Line[], base: object) {
  const asked = new Map<string, Block>()
  const payloads: { is: 'prompt' | 'step'; at: number; payload: Record<string, unknown> }[] = []
  for (const { type, timestamp, message, isMeta, isCompactSummary } of lines) {
    const blocks = typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : message.content
    const at = Date.parse(timestamp)
    for (const block of blocks) if (type === 'assistant' && block.type === 'tool_use') asked.set(block.id!, block)
    if (type !== 'user') continue
    for (const { tool_use_id: id, content, is_error: isError } of blocks.filter(
      (block) => block.type === 'tool_result',
    )) {
      const use = asked.get(id!)
      if (use === undefined) continue
      const text = typeof content === 'string' ? content : JSON.stringify(content)
      const told = isError
        ? { hook_event_name: 'PostToolUseFailure', error: text }
        : { hook_event_name: 'PostToolUse', tool_response: text }
      payloads.push({
        is: 'step',
        at,
        payload: { ...base, ...told, tool_name: use.name, tool_input: use.input, tool_use_id: id },
      })
    }
    if (isMeta || isCompactSummary) continue
    // What is typed while the agent works comes with the result of a step.
    const typed = blocks
      .filter((block) => block.type === 'text')
      .map(({ text = '' }) => withoutEditor(text))
      .filter((text) => text !== '' && !NOT_TYPED.test(text))
    if (typed.length > 0)
      payloads.push({
        is: 'prompt',
        at,
        payload: { ...base, hook_event_name: 'UserPromptSubmit', prompt: typed.join('\n') },
      })
  }
  return payloads
}

const worlds: HookWorld[] = []
afterAll(() => {
  for (const world of worlds) world.remove()
})

describe.skipIf(FILES.length === 0)(
  `real sessions with half of their hooks lost (METTLE_REAL_SESSIONS names their folder)`,
  () => {
    const every = Math.max(1, Math.floor(FILES.length / SESSIONS))
    const chosen = FILES.filter((_, index) => index % every === 0).slice(0, SESSIONS)

    it('are in the journal with every prompt and every step, once', async () => {
      const world = new HookWorld()
      worlds.push(world)
      world.environment.HOME = join(world.folder, 'person')
      await world.command(async () => undefined)
      const rows: Record<string, number | string>[] = []
      for (const [number, name] of chosen.entries()) {
        const text = gunzipSync(readFileSync(join(FOLDER, name))).toString('utf8')
        const lines = text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as Line)
        const session = lines[0]!.sessionId
        const own = lines.filter((line) => line.sessionId === session)
        const path = join(world.environment.HOME, '.claude', 'projects', '-x', `${session}.jsonl`)
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, text)
        const payloads = payloadsOf(own, { session_id: session, transcript_path: path, cwd: world.root })
        const sent = payloads.filter((_, index) => (index + number) % 2 === 0)
        // Half of the sessions are replayed today, as if all clocks were wrong; the other half at the time they happened.
        for (const [index, { payload, at }] of sent.entries()) {
          const now = number % 2 === 0 ? at + 80 : Date.UTC(2026, 10, 1) + index * 1_000
          await answerHook({ payload, client: 'auto', environment: world.environment, now })
        }
        world.now = Date.UTC(2026, 10, 16)
        const settle = () => world.command((mettle) => mettle.settleSession({ run: session }))
        await settle()
        const again = await settle()
        const shown = await world.command((mettle) => mettle.session(session))
        rows.push({
          session: name.slice(0, 3),
          promptsThere: payloads.filter(({ is }) => is === 'prompt').length,
          promptsSent: sent.filter(({ is }) => is === 'prompt').length,
          promptsKept: shown.prompts,
          stepsThere: payloads.filter(({ is }) => is === 'step').length,
          stepsSent: sent.filter(({ is }) => is === 'step').length,
          stepsKept: shown.steps,
          again: again.filledIn,
        })
      }
      console.table(rows)
      for (const { promptsThere, promptsKept, stepsThere, stepsKept, again } of rows)
        expect({ promptsKept, stepsKept, again }).toEqual({
          promptsKept: promptsThere,
          stepsKept: stepsThere,
          again: 0,
        })
    }, 600_000)
  },
)
