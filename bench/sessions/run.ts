import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ASK } from '../../src/edges/hook/ask-lesson.ts'
import { SessionMemory } from '../../src/edges/hook/session-memory.ts'
import { hasFailed, triedIn } from '../../src/engine/text/notice.ts'
import { HookWorld } from '../../test/worlds/hook-world.ts'
import { filesIn, type Played, recordedIn, saidIn } from './recorded.ts'
import { WhatWasSeen } from './what-was-seen.ts'

/**
 * Plays real sessions of Claude Code, `*.jsonl` or `*.jsonl.gz` in a folder, through the hooks in the order of time, and settles each before the next. Counts what is noticed, how
 * often the agent is asked, what code finds alone, what of that is confirmed because it came back, and what may be shown without anybody's word. No agent answers here, so nothing
 * is worded. With `--labels FILE`, a line `{"session": 7, "lessons": [{"has": "words of the prompt or output"}]}` for each session that a reader has labelled, also which share of
 * these lessons is noticed and asked about. With `--asks FOLDER`, writes for each question a file `<index of the session>-<line>.txt` with what the agent had seen by then and the
 * question, for readers who answer as that agent. The sessions and labels stay where they are: only counts are written.
 */
const RESULT = join(import.meta.dirname, '..', 'results', 'sessions.json')

interface Lesson {
  readonly has: string
  /** The reader was not sure. */
  readonly weak?: boolean
}

interface Moment {
  readonly line: number
  readonly text: string
  readonly noticed: boolean
  /** Where the agent was asked, all that it had seen by then. */
  readonly asked: string | undefined
}

/** Calls the hooks with what happened in a session; what each call was about, and whether it noticed something and asked. */
async function play(world: HookWorld, session: string, items: readonly Played[]): Promise<Moment[]> {
  const moments: Moment[] = []
  const transcript = join(world.folder, `${session}.jsonl`)
  let failed = ''
  let heard = ''
  let known = 0
  const seen = new WhatWasSeen()
  const start = await world.call({ moment: 'session-start', reason: 'startup', session })
  seen.shown(start.context ?? '')
  for (const item of items) {
    const { call, at, line, written } = item
    seen.add(item)
    world.now = Math.max(world.now, at)
    appendFileSync(transcript, written)
    heard += saidIn(written).join('\n')
    const answer = await world.call({ ...call, session, cwd: world.root, transcript })
    if (answer.context !== undefined) seen.shown(answer.context)
    const { prompt, tool } = call
    const memory = new SessionMemory(join(world.hooks, 'sessions'), session)
    const count = memory.notes.filter(({ noticed }) => noticed !== undefined).length
    const own = prompt ?? (tool ? `${tool.name} ${tool.command ?? ''} ${tool.output ?? ''}` : heard)
    if (tool === undefined) heard = ''
    // A cure is noticed where a call passes, and is about those that failed before.
    const text = tool?.ended === 'passed' ? `${failed} ${own}` : own
    const isFailure = tool !== undefined && (hasFailed(tool) || triedIn(tool) !== undefined)
    failed = isFailure ? `${failed} ${own}`.slice(-4_000) : count > known ? '' : failed
    const asked = answer.context?.includes(ASK) ? seen.text() : undefined
    moments.push({ line, text, noticed: count > known, asked })
    known = count
  }
  return moments
}

/**
 * How many lessons of readers, leaving out those of which they were not sure, were covered, from strict to loose. The place of a lesson is the prompt or the step that holds its
 * words. `noticed`: the hooks noticed something at that place. `asked`: and the agent was asked there or later. `askedLater`: the agent was asked there or later, whatever was
 * noticed; the line asks about the whole session. `inAskedSession`: the agent was asked at any time of the session.
 */
function coverageOf(lessons: readonly Lesson[], moments: readonly Moment[]) {
  const lastAsk = moments.findLastIndex(({ asked }) => asked !== undefined)
  const sure = lessons.filter(({ weak }) => weak !== true)
  const places = sure.map(({ has }) => {
    const isThere = ({ text }: Moment) => text.toLowerCase().includes(has.toLowerCase())
    const noticed = moments.findIndex((moment) => moment.noticed && isThere(moment))
    return { noticed, first: moments.findIndex(isThere) }
  })
  return {
    lessons: sure.length,
    noticed: places.filter(({ noticed }) => noticed >= 0).length,
    asked: places.filter(({ noticed }) => noticed >= 0 && noticed <= lastAsk).length,
    askedLater: places.filter(({ first }) => first >= 0 && first <= lastAsk).length,
    inAskedSession: lastAsk >= 0 ? sure.length : 0,
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    texts: { type: 'boolean' },
    labels: { type: 'string' },
    misses: { type: 'boolean' },
    asks: { type: 'string' },
  },
})
const [folder] = positionals
if (folder === undefined || !existsSync(folder)) {
  console.log(`Skipped: ${folder === undefined ? 'no folder of sessions was named' : `there is no folder ${folder}`}.`)
  process.exit(0)
}
const labels = new Map<number, readonly Lesson[]>(
  values.labels === undefined
    ? []
    : readFileSync(values.labels, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .map(({ session, lessons }) => [session, lessons]),
)
const files = filesIn(folder)
if (values.asks !== undefined) mkdirSync(values.asks, { recursive: true })
const world = new HookWorld()
await world.command(async () => undefined)
const counts = { moments: 0, asks: 0, most: 0, hypotheses: 0 }
const covered = { lessons: 0, noticed: 0, asked: 0, askedLater: 0, inAskedSession: 0 }
let labelledAsks = 0
for (const [index, file] of files.entries()) {
  const moments: Moment[] = []
  for (const { session, items } of recordedIn(file)) {
    moments.push(...(await play(world, session, items)))
    const { lessons } = await world.command((mettle) => mettle.settleSession({ run: session }))
    counts.hypotheses += lessons.filter(({ isNew }) => isNew).length
  }
  for (const { asked, line } of moments)
    if (asked !== undefined && values.asks !== undefined)
      writeFileSync(join(values.asks, `${index}-${line}.txt`), asked)
  const asks = moments.filter(({ asked }) => asked !== undefined).length
  counts.moments += moments.filter(({ noticed }) => noticed).length
  counts.asks += asks
  counts.most = Math.max(counts.most, asks)
  const lessons = labels.get(index)
  if (lessons === undefined) continue
  labelledAsks += asks
  const here = coverageOf(lessons, moments)
  for (const name of Object.keys(covered) as (keyof typeof covered)[]) covered[name] += here[name]
  if (values.misses)
    for (const lesson of lessons) {
      const { noticed, asked, askedLater } = coverageOf([{ has: lesson.has }], moments)
      if (asked === 0) console.log(index, lesson.weak ? 'weak' : 'sure', lesson.has, { noticed, askedLater, asks })
    }
}
const patterns = await world.command((mettle) => mettle.patterns({ all: true }))
const { block } = await world.command((mettle) => mettle.inject({ role: 'main', agent: 'main' }))
if (values.texts)
  for (const { pattern } of patterns)
    console.log(
      `${pattern.quarantined ? 'held ' : block.includes(pattern.text.slice(0, 60)) ? 'SHOWN' : 'free '} ${pattern.text}`,
    )
const each = (sum: number, of: number) => Number((sum / Math.max(1, of)).toFixed(2))
const free = patterns.map(({ pattern }) => pattern).filter(({ quarantined }) => !quarantined)
const result = {
  sessions: files.length,
  momentsPerSession: each(counts.moments, files.length),
  asksPerSession: each(counts.asks, files.length),
  mostAsksInOneSession: counts.most,
  hypotheses: counts.hypotheses,
  confirmedByComingBack: free.filter(({ contexts }) => contexts.length > 1).length,
  shownWithoutConfirmation: free.filter(({ contexts }) => contexts.length < 2).length,
  ...(labels.size > 0 && {
    labelled: {
      sessions: labels.size,
      lessons: covered.lessons,
      asksPerSession: each(labelledAsks, labels.size),
      noticed: each(covered.noticed, covered.lessons),
      noticedAndAskedThenOrLater: each(covered.asked, covered.lessons),
      askedThenOrLater: each(covered.askedLater, covered.lessons),
      inSessionsThatWereAsked: each(covered.inAskedSession, covered.lessons),
    },
  }),
}
if (!values.misses) writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
console.log(JSON.stringify(result, null, 2))
world.remove()
