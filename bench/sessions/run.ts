import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { promptFact, stepFact, turnFact } from '../../src/edges/agents/session-facts.ts'
import { claudeTranscript } from '../../src/edges/agents/transcripts/claude-code.ts'
import type { TranscriptItem } from '../../src/edges/agents/transcripts/transcript-reader.ts'
import { redactDeep } from '../../src/engine/secrets/redact.ts'
import {
  isAskDue,
  isCure,
  noticePrompt,
  noticeRefusal,
  refusalWords,
  type Tried,
  triedIn,
} from '../../src/engine/text/notice.ts'
import { appendFacts, type Draft, runStream } from '../../src/loop/journal/append-facts.ts'
import { settleSession } from '../../src/loop/sessions/settle-session.ts'
import { PATTERN } from '../../src/projection/documents/documents.ts'
import { openSqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { testLoop } from '../../test/worlds/test-loop.ts'

/**
 * Plays real sessions of Claude Code, `*.jsonl` or `*.jsonl.gz` in a folder, and counts what is noticed, how often the agent would be asked, what code finds alone, what of that is
 * confirmed because it came back, and what may be shown without anybody's word. No agent answers here, so nothing is worded. The sessions stay where they are: only counts are
 * written.
 */
const RESULT = join(import.meta.dirname, '..', 'results', 'sessions.json')

interface Played {
  readonly moments: number
  readonly asks: number
}

function itemsOf(path: string): TranscriptItem[] {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  const lines = text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as Record<string, unknown>]
    } catch {
      return []
    }
  })
  const sessions = [
    ...new Set(lines.flatMap(({ sessionId }) => (typeof sessionId === 'string' ? [sessionId] : []))),
  ]
  return sessions
    .flatMap((session) => {
      const reader = claudeTranscript({ session })
      return [...lines.flatMap((line, at) => reader.read(line, at)), ...reader.rest()]
    })
    .sort((a, b) => a.at - b.at)
}

/** What hooks would notice and ask, with the rules that they use. */
function play(items: readonly TranscriptItem[]): Played {
  let [prompts, moments, asks, waiting, since] = [0, 0, 0, 0, 0]
  let isAnswer = false
  let tried: Tried[] = []
  const notice = (noticed: string | undefined) => {
    if (noticed !== undefined) {
      moments += 1
      waiting += 1
      if (waiting === 1) since = prompts
    }
    if (!isAskDue({ asked: asks, waiting, prompts: waiting === 0 ? 0 : prompts - since })) return
    asks += 1
    waiting = 0
  }
  for (const { call } of items) {
    const { tool, prompt } = call
    if (call.moment === 'prompt' && prompt !== undefined) {
      prompts += 1
      notice(noticePrompt(prompt, { isFirst: prompts === 1, isAnswer }))
      isAnswer = false
    }
    if (call.moment !== 'after-tool' || tool === undefined || call.agent !== undefined) continue
    if (tool.ended === 'denied' && refusalWords(tool.output) === '') isAnswer = true
    const isCured = isCure(tool, tried)
    const failed = triedIn(tool)
    if (isCured || tool.kind === 'edit') tried = []
    if (failed !== undefined) tried.push(failed)
    const noticed = isCured ? 'cure' : noticeRefusal(tool)
    if (noticed !== undefined) notice(noticed)
  }
  return { moments, asks }
}

function draftsOf(run: string, items: readonly TranscriptItem[]): Draft[] {
  return items.flatMap(({ call, at }, index): Draft[] => {
    const place = { stream: runStream(run), run, occurredAt: at, key: `hook/${run}/${index}` }
    const { prompt, tool } = call
    if (call.moment === 'prompt' && prompt !== undefined)
      return [{ type: 'prompt-given', payload: redactDeep(promptFact(prompt)).value, ...place }]
    if (call.moment === 'after-tool' && tool !== undefined) {
      const payload = redactDeep(stepFact(call, tool, (file) => file)).value
      return [{ type: 'tool-used', payload, ...place }]
    }
    return call.moment === 'turn-end'
      ? [{ type: 'turn-ended', payload: redactDeep(turnFact(call)).value, ...place }]
      : []
  })
}

const [folder] = process.argv.slice(2)
if (folder === undefined || !existsSync(folder)) {
  console.log(
    `Skipped: ${folder === undefined ? 'no folder of sessions was named' : `there is no folder ${folder}`}.`,
  )
  process.exit(0)
}
const files = readdirSync(folder)
  .filter((name) => /\.jsonl(?:\.gz)?$/.test(name))
  .sort()
const home = mkdtempSync(join(tmpdir(), 'mettle-sessions-'))
const store = await openSqliteStore({ path: join(home, 'journal.db') })
const { context } = testLoop({ store, project: 'sessions', name: 'bench-' })
const counts = { moments: 0, asks: 0, most: 0, hypotheses: 0 }
for (const [index, name] of files.entries()) {
  const items = itemsOf(join(folder, name))
  const { moments, asks } = play(items)
  counts.moments += moments
  counts.asks += asks
  counts.most = Math.max(counts.most, asks)
  const drafts = draftsOf(`s${index}`, items)
  if (drafts.length === 0) continue
  await appendFacts(context, drafts)
  const { lessons } = await settleSession(context, { run: `s${index}` })
  counts.hypotheses += lessons.filter(({ isNew }) => isNew).length
}
const patterns = (await context.journal.list(PATTERN, { limit: 10_000 })).map(({ body }) => body.pattern)
const shown = patterns.filter(({ quarantined }) => !quarantined)
if (process.argv.includes('--texts'))
  for (const { text, quarantined } of patterns) console.log(`${quarantined ? 'held ' : 'SHOWN'} ${text}`)
const each = (sum: number) => Number((sum / Math.max(1, files.length)).toFixed(2))
const result = {
  sessions: files.length,
  momentsPerSession: each(counts.moments),
  asksPerSession: each(counts.asks),
  mostAsksInOneSession: counts.most,
  hypotheses: counts.hypotheses,
  confirmedByComingBack: patterns.filter(({ quarantined, contexts }) => !quarantined && contexts.length > 1)
    .length,
  shownWithoutConfirmation: shown.filter(({ contexts }) => contexts.length < 2).length,
}
writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
console.log(JSON.stringify(result, null, 2))
await store.close()
rmSync(home, { recursive: true, force: true })
