import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ASK } from '../../src/edges/hook/ask-lesson.ts'
import { SessionMemory } from '../../src/edges/hook/session-memory.ts'
import { hasFailed, triedIn } from '../../src/engine/text/lesson-cues.ts'
import { HookWorld } from '../../test/worlds/hook-world.ts'
import { type Answer, Answering, answersIn } from './answers.ts'
import { type Labels, labelsOf, type Place } from './labels.ts'
import { filesIn, type Played, recordedIn } from './recorded.ts'
import { WhatWasSeen } from './what-was-seen.ts'

/**
 * Plays real sessions of Claude Code, `*.jsonl` or `*.jsonl.gz` in a folder, through the hooks in the order of time, and settles each before the next. Counts what is noticed, how
 * often the agent is asked, what code finds alone, what of that is confirmed because it came back, and what may be shown without anybody's word. Unless readers answered, nothing
 * is worded. For the sessions that `labels.jsonl` was made of, also which share of the places that readers labelled is noticed and asked about; `--misses` lists those that are not,
 * of the readers that are not held; with `--reader NAME`, only the sessions of that reader are played. With `--asks FOLDER`, writes for each question a file `<index of the session>-<line>.txt` with what the agent had seen by then and the
 * question, for readers who answer as that agent; with `--answers FILE`, the agent records what they answered. The sessions stay where they are: only counts are written.
 */
const RESULT = join(import.meta.dirname, '..', 'results', 'sessions.json')

interface Moment {
  readonly line: number
  /** The lines of the file that it is about. */
  readonly about: readonly number[]
  readonly noticed: boolean
  /** Where the agent was asked, all that it had seen by then. */
  readonly asked: string | undefined
}

/** Calls the hooks with what happened in a session; what each call was about, and whether it noticed something and asked. */
async function play(session: string, file: number, items: readonly Played[]): Promise<Moment[]> {
  const moments: Moment[] = []
  const transcript = join(world.folder, `${session}.jsonl`)
  let failed: number[] = []
  let heard: number[] = []
  let known = 0
  const seen = new WhatWasSeen()
  const answering = new Answering(answers, [file])
  const start = await world.call({ moment: 'session-start', reason: 'startup', session })
  seen.shown(start.context ?? '')
  for (const item of items) {
    const { call, at, line, begun, said, written } = item
    seen.add(item)
    world.now = Math.max(world.now, at)
    appendFileSync(transcript, written)
    heard.push(...said.map((one) => one.line))
    const recorded = call.moment === 'turn-end' ? answering.lines({ file, line }) : ''
    const words = recorded === '' ? {} : { said: `${call.said ?? ''}${recorded}` }
    const answer = await world.call({ ...call, ...words, session, cwd: world.root, transcript })
    if (answer.context !== undefined) seen.shown(answer.context)
    const { prompt, tool } = call
    const memory = new SessionMemory(join(world.hooks, 'sessions'), session)
    const count = memory.notes.filter(({ noticed }) => noticed !== undefined).length
    const own = prompt !== undefined ? [line] : tool !== undefined ? [begun, line] : heard
    if (tool === undefined) heard = []
    // A cure is noticed at a passing call, and concerns the failed ones before it.
    const about = tool?.ended === 'passed' ? [...failed, ...own] : own
    if (tool !== undefined && (hasFailed(tool) || triedIn(tool) !== undefined)) failed.push(...own)
    else if (count > known) failed = []
    const asked = answer.context?.includes(ASK) ? seen.text() : undefined
    if (asked !== undefined) answering.ask()
    moments.push({ line, about, noticed: count > known, asked })
    known = count
  }
  const recorded = answering.lines()
  if (recorded !== '') await world.call({ moment: 'turn-end', said: recorded, session, transcript })
  return moments
}

/**
 * How many places of a reader, leaving out those of which they were not sure, were covered, from strict to loose. `noticed`: the hooks noticed something at that place. `asked`: and
 * the agent was asked there or later. `askedLater`: the agent was asked there or later, whatever was noticed; the line asks about the whole session. `inAskedSession`: the agent was
 * asked at any time of the session.
 */
function coverageOf(lessons: readonly Place[], moments: readonly Moment[]) {
  const lastAsk = moments.findLastIndex(({ asked }) => asked !== undefined)
  const sure = lessons.filter(({ weak }) => weak !== true)
  const places = sure.map(({ line }) => {
    const isThere = ({ about }: Moment) => about.includes(line)
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

function asksIn(moments: readonly Moment[]): number {
  return moments.filter(({ asked }) => asked !== undefined).length
}

/** The coverage of a reader's places. */
function labelled({ reader, held, places }: Labels) {
  const covered = { lessons: 0, noticed: 0, asked: 0, askedLater: 0, inAskedSession: 0 }
  let asks = 0
  for (const [session, lessons] of places) {
    const moments = played.get(session)!
    asks += asksIn(moments)
    const here = coverageOf(lessons, moments)
    for (const name of Object.keys(covered) as (keyof typeof covered)[]) covered[name] += here[name]
    if (values.misses && !held)
      for (const { weak, ...place } of lessons) {
        const { noticed, askedLater } = coverageOf([place], moments)
        if (noticed === 0) console.log(session, weak ? 'weak' : 'sure', place, { askedLater, asks: asksIn(moments) })
      }
  }
  return {
    reader,
    held,
    sessions: places.size,
    lessons: covered.lessons,
    asksPerSession: each(asks, places.size),
    noticed: each(covered.noticed, covered.lessons),
    noticedAndAskedThenOrLater: each(covered.asked, covered.lessons),
    askedThenOrLater: each(covered.askedLater, covered.lessons),
    inSessionsThatWereAsked: each(covered.inAskedSession, covered.lessons),
  }
}

function each(sum: number, of: number): number {
  return Number((sum / Math.max(1, of)).toFixed(2))
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    texts: { type: 'boolean' },
    reader: { type: 'string' },
    misses: { type: 'boolean' },
    asks: { type: 'string' },
    answers: { type: 'string' },
  },
})
const [folder] = positionals
if (folder === undefined || !existsSync(folder)) {
  console.log(`Skipped: ${folder === undefined ? 'no folder of sessions was named' : `there is no folder ${folder}`}.`)
  process.exit(0)
}
const files = filesIn(folder)
const answers: readonly Answer[] = values.answers === undefined ? [] : answersIn(values.answers)
if (values.asks !== undefined) mkdirSync(values.asks, { recursive: true })
const world = new HookWorld()
await world.command(async () => undefined)
const labels = labelsOf(files).filter(({ reader }) => values.reader === undefined || reader === values.reader)
const counts = { moments: 0, asks: 0, most: 0, hypotheses: 0 }
const played = new Map<number, readonly Moment[]>()
for (const [index, file] of files.entries()) {
  if (values.reader !== undefined && !labels.some(({ places }) => places.has(index))) continue
  const moments: Moment[] = []
  played.set(index, moments)
  for (const { session, items } of recordedIn(file)) {
    moments.push(...(await play(session, index, items)))
    const { lessons } = await world.command((mettle) => mettle.settleSession({ run: session }))
    counts.hypotheses += lessons.filter(({ isNew }) => isNew).length
  }
  for (const { asked, line } of moments)
    if (asked !== undefined && values.asks !== undefined)
      writeFileSync(join(values.asks, `${index}-${line}.txt`), asked)
  const asks = asksIn(moments)
  counts.moments += moments.filter(({ noticed }) => noticed).length
  counts.asks += asks
  counts.most = Math.max(counts.most, asks)
}
const patterns = await world.command((mettle) => mettle.patterns({ all: true }))
const { block } = await world.command((mettle) => mettle.inject({ role: 'main', agent: 'main' }))
if (values.texts)
  for (const { pattern } of patterns)
    console.log(
      `${pattern.quarantined ? 'held ' : block.includes(pattern.text.slice(0, 60)) ? 'SHOWN' : 'free '} ${pattern.text}`,
    )
const free = patterns.map(({ pattern }) => pattern).filter(({ quarantined }) => !quarantined)
const result = {
  sessions: files.length,
  momentsPerSession: each(counts.moments, files.length),
  asksPerSession: each(counts.asks, files.length),
  mostAsksInOneSession: counts.most,
  hypotheses: counts.hypotheses,
  confirmedByComingBack: free.filter(({ contexts }) => contexts.length > 1).length,
  shownWithoutConfirmation: free.filter(({ contexts }) => contexts.length < 2).length,
  labelled: labels.map(labelled),
}
if (!values.misses && values.reader === undefined) writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
console.log(JSON.stringify(result, null, 2))
world.remove()
