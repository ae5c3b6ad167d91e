import '../../scripts/quiet-pipe.mjs'
import { appendFileSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { estimateTokens } from '../../src/engine/text/tokens.ts'
import { answersIn } from '../sessions/answers.ts'
import { BUDGETS, bm25, commandMemory, type Memory, type Moment, noMemory, within } from './memory.ts'
import { MettleMemory } from './mettle-memory.ts'
import { type SecondTime, secondTimes, speaksOf } from './mistakes.ts'
import { type Session, sessionsIn } from './sessions.ts'

const RESULT = join(import.meta.dirname, '..', 'results', 'second-time.json')
const HELP = `Whether a memory has the right lesson in front of the agent when a mistake comes back.

  npm run second-time -- --data FOLDER [--data FOLDER] [--memory NAME=COMMAND] [--json] [--keep]

  --data FOLDER          sessions of one repository: .jsonl of Claude Code or Codex, .md of SpecStory or aider, plain or gzipped
  --memory NAME=COMMAND  another memory to compare, as docs/benchmark-second-time.md describes
  --answers FILE         what readers said who played the agent where it was asked for a lesson, as bench/sessions/run.ts --asks writes the questions
  --only NAME            only the memories whose name contains this
  --shown FILE           write each line that Mettle showed, a JSON object a line
  --cases                print every second time and which memory had it
  --json                 print the result as JSON
  --keep                 write bench/results/second-time.json
`

/** A line shown to an agent, and the item it was shown before. */
interface Shown {
  readonly item: number
  readonly kind: Moment['kind']
  readonly line: string
}

interface Score {
  readonly memory: string
  /** Recurrences for which a line on the mistake was in front of the agent. */
  hits: number
  hitCases: string[]
  /** The same, shown before the step or prompt at which it came back. */
  early: number
  lines: number
  wanted: number
  tokens: number
  asks?: number
}

const { values } = parseArgs({
  options: {
    data: { type: 'string', multiple: true, default: [] },
    memory: { type: 'string', multiple: true, default: [] },
    answers: { type: 'string' },
    shown: { type: 'string' },
    only: { type: 'string', default: '' },
    cases: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(HELP)
  process.exit(0)
}
const folders = values.data.filter((folder) => existsSync(folder))
if (folders.length === 0) {
  console.log('Skipped: --data names no folder of sessions. --help says what it may hold.')
  process.exit(0)
}
const answers = values.answers === undefined ? [] : answersIn(values.answers)
const scores = new Map<string, Score>()
const counts = { repositories: folders.length, sessions: 0, failures: 0, corrections: 0 }
for (const folder of folders) await compare(folder)
const result = resultOf()
if (values.keep) writeFileSync(RESULT, `${JSON.stringify(result, null, 2)}\n`)
if (values.json) console.log(JSON.stringify(result, null, 2))
else print(result)

async function compare(folder: string): Promise<void> {
  const sessions = sessionsIn(folder)
  const times = secondTimes(sessions)
  counts.sessions += sessions.length
  counts.failures += times.filter(({ kind }) => kind === 'failure').length
  counts.corrections += times.filter(({ kind }) => kind === 'correction').length
  const isWanted = (name: string) => name.toLowerCase().includes(values.only.toLowerCase())
  const others = values.memory.map((one) => {
    const [, name, command] = /^([^=]+)=(.+)$/.exec(one) ?? []
    if (name === undefined || command === undefined) throw new Error(`--memory ${one}: NAME=COMMAND is expected`)
    return () => commandMemory(name, command)
  })
  for (const memory of [() => noMemory, () => bm25(1), () => bm25(), ...others].map((make) => make()))
    if (isWanted(memory.name)) await playMemory(memory, sessions, times)
    else await memory.close()
  for (const given of [[], ...(answers.length > 0 ? [answers] : [])]) {
    const memory = new MettleMemory(given)
    if (isWanted(memory.name)) await playMettle(memory, sessions, times)
    await memory.close()
  }
}

async function playMemory(memory: Memory, sessions: readonly Session[], times: readonly SecondTime[]): Promise<void> {
  for (const [at, session] of sessions.entries()) {
    progress(memory.name, at, sessions.length)
    const shown: Shown[] = []
    const said = new Set<string>()
    const recall = async (moment: Moment, item: number) => {
      const found = await memory.recall(moment, BUDGETS[moment.kind])
      for (const line of within(
        found.filter((one) => !said.has(one)),
        BUDGETS[moment.kind],
      ).lines) {
        said.add(line)
        shown.push({ item, kind: moment.kind, line })
      }
    }
    await recall({ kind: 'start', session: session.id, text: '' }, -1)
    for (const [item, { call }] of session.items.entries()) {
      const { prompt, tool } = call
      if (call.moment === 'prompt') await recall({ kind: 'prompt', session: session.id, text: prompt! }, item)
      const text = tool?.command ?? (tool?.kind === 'edit' ? tool.files?.join(' ') : undefined)
      if (call.moment === 'after-tool' && text !== undefined)
        await recall({ kind: 'step', session: session.id, text }, item)
    }
    judge(
      memory.name,
      shown,
      times.filter(({ session: of }) => of === at),
    )
    await memory.observe(session)
  }
  await memory.close()
}

async function playMettle(
  memory: MettleMemory,
  sessions: readonly Session[],
  times: readonly SecondTime[],
): Promise<void> {
  const newest = `Newest lessons of ${memory.name}`
  for (const [at, session] of sessions.entries()) {
    progress(memory.name, at, sessions.length)
    const own = times.filter(({ session: of }) => of === at)
    const start = within(await memory.newest(), BUDGETS.start).lines
    judge(
      newest,
      start.map((line) => ({ item: -1, kind: 'start', line })),
      own,
    )
    const shown: Shown[] = (await memory.start(session)).map((line) => ({ item: -1, kind: 'start', line }))
    for (const [item, one] of session.items.entries()) {
      const kind = one.call.moment === 'prompt' ? 'prompt' : 'step'
      for (const line of await memory.play(one)) shown.push({ item, kind, line })
    }
    judge(memory.name, shown, own)
    if (values.shown !== undefined) keepShown(values.shown, memory, at, shown)
    await memory.observe(session)
  }
  scores.get(memory.name)!.asks = memory.asks
}

function keepShown(path: string, memory: MettleMemory, session: number, shown: readonly Shown[]): void {
  const lines = shown.map(({ kind, line }) => {
    const where = kind === 'step' ? 'tool' : kind
    const text = line.replace(/^- /, '')
    return JSON.stringify({ memory: memory.name, text, where, session, confirmed: memory.isConfirmed(line) })
  })
  appendFileSync(path, lines.map((line) => `${line}\n`).join(''))
}

/** A correction in a prompt is itself too late to be reminded of; before a step there is still time. */
function judge(name: string, shown: readonly Shown[], times: readonly SecondTime[]): void {
  const score = scores.get(name) ?? {
    memory: name,
    hits: 0,
    hitCases: [],
    early: 0,
    lines: 0,
    wanted: 0,
    tokens: 0,
  }
  scores.set(name, score)
  const isInTime = (one: Shown, time: SecondTime) =>
    one.item < time.item || (one.item === time.item && time.kind === 'failure')
  for (const time of times) {
    const right = shown.filter((one) => isInTime(one, time) && speaksOf(one.line, time))
    if (right.length > 0) {
      score.hits += 1
      score.hitCases.push(caseOf(time))
      if (right.some(({ item }) => item < time.item)) score.early += 1
    }
  }
  score.lines += shown.length
  score.wanted += shown.filter((one) => times.some((time) => isInTime(one, time) && speaksOf(one.line, time))).length
  score.tokens += shown.reduce((sum, { line }) => sum + estimateTokens(line), 0)
}

function caseOf({ session, item, signature, words }: SecondTime): string {
  return `session ${session} item ${item}: ${signature || [...words].join(' ')}`
}

function resultOf() {
  const all = counts.failures + counts.corrections
  const share = (part: number, whole: number) => (whole === 0 ? 0 : Number((part / whole).toFixed(3)))
  return {
    name: 'second-time',
    when: new Date().toISOString(),
    ...counts,
    ...(answers.length > 0 && {
      readers: { asked: answers.length, lessons: answers.reduce((sum, { lessons }) => sum + lessons.length, 0) },
    }),
    secondTimes: all,
    memories: [...scores.values()].map(({ memory, hits, early, lines, wanted, tokens, asks }) => ({
      memory,
      inFront: share(hits, all),
      hits,
      inFrontEarlier: share(early, all),
      wantedOfShown: share(wanted, lines),
      linesPerSession: share(lines, counts.sessions),
      tokensPerSession: Math.round(tokens / Math.max(1, counts.sessions)),
      ...(asks === undefined ? {} : { asksPerSession: share(asks, counts.sessions) }),
    })),
  }
}

function print({ secondTimes: all, memories }: ReturnType<typeof resultOf>): void {
  const { sessions, failures, corrections } = counts
  console.log(`${sessions} sessions, ${all} second times: ${failures} failures, ${corrections} corrections`)
  console.log(`${'memory'.padEnd(48)} in front  earlier   wanted  lines/session  tokens/session`)
  for (const { memory, inFront, inFrontEarlier, wantedOfShown, linesPerSession, tokensPerSession } of memories)
    console.log(
      `${memory.padEnd(48)} ${percent(inFront)}   ${percent(inFrontEarlier)}   ${percent(wantedOfShown)}  ${String(linesPerSession).padStart(13)}  ${String(tokensPerSession).padStart(14)}`,
    )
  if (values.cases)
    for (const { memory, hitCases } of scores.values()) console.log(`${memory}\n  ${hitCases.join('\n  ')}`)
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`.padStart(6)
}

function progress(name: string, at: number, of: number): void {
  if (process.stderr.isTTY || at % 25 === 0) process.stderr.write(`  ${name}: session ${at + 1} of ${of}\n`)
}
