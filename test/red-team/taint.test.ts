import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type { PayloadOf } from '../../src/domain/events/catalogue.ts'
import type { ToolStep } from '../../src/edges/agents/hook-call.ts'
import { outputSketch } from '../../src/edges/agents/output-sketch.ts'
import { stepFact } from '../../src/edges/agents/session-facts.ts'
import { createEmbedder } from '../../src/engine/search/static-embedder.ts'
import { type LivedStep, lived, prompt, ran, said } from '../worlds/session.ts'
import { type TestLoop, testLoop } from '../worlds/test-loop.ts'
import { attack } from './attack.ts'
import { BENIGN_LESSONS } from './benign-lessons.ts'
import { INJECTIONS, type Injection, lightlyEdited } from './injections.ts'
import { REWORDED } from './reworded.ts'

const embedder = createEmbedder(readFileSync(new URL('../../models/mettle-embed-v1.bin', import.meta.url)))
const TASK = prompt('Make the tests of the billing page pass')
const FILLER = Array.from(
  { length: 300 },
  (_, at) => `Chapter ${at} of the manual tells how the parts of release ${at} fit together and where they are kept.`,
)

/** A step as hooks record it, with all that it printed. */
function step(name: string, kind: ToolStep['kind'], output: string, more: Partial<ToolStep> = {}): LivedStep {
  const tool: ToolStep = { call: 'c', name, kind, input: {}, output, ended: 'passed', ...more }
  const { call: _, ...payload } = { ...stepFact({}, tool, (file) => file), ...outputSketch(tool) }
  return payload as Omit<PayloadOf<'tool-used'>, 'call'>
}
const shown = (command: string, output: string) => step('Bash', 'shell', output, { command })
const inTheMiddle = (text: string) => [...FILLER.slice(0, 150), text, ...FILLER.slice(150)].join('\n')

/** How a text of others comes before the eyes of an agent. */
const READ: Readonly<Record<string, (text: string) => LivedStep[]>> = {
  web: (text) => [step('WebFetch', 'other', inTheMiddle(text))],
  'web search': (text) => [step('WebSearch', 'other', `Results\n${text}\nMore results`)],
  'MCP answer': (text) => [
    step('mcp__tracker__issue', 'mcp', JSON.stringify({ title: 'Slow', body: inTheMiddle(text) })),
  ],
  'subagent answer': (text) => [step('Task', 'agent', `I looked around.\n\n${text}\n\nThat is all.`)],
  'commit message': (text) => [shown('git log -5 fork/main', `commit 3f2a\nAuthor: A\n\n    ${text}\n`)],
  'issue text': (text) => [shown('gh issue view 7', `title: Slow\n--\n${text}\n`)],
  'package text': (text) => [shown('npm view fast-thing readme', `# fast-thing\n\n${text}\n`)],
  'fetched file': (text) => [shown('curl -s -o notes.md https://docs.example/x', ''), shown('cat notes.md', text)],
  'tracked file': (text) => [step('Read', 'read', inTheMiddle(text), { files: ['docs/setup.md'] })],
  'failing output': (text) => [
    step('Bash', 'shell', `FAIL billing\n${text}\n`, { command: 'npm test', ended: 'failed', exitCode: 1 }),
  ],
}

/** How the agent gives it back. */
const TOLD: Readonly<Record<string, (one: Injection) => string>> = {
  verbatim: ({ text }) => text,
  'lightly edited': ({ text }) => lightlyEdited(text),
  'in other words': ({ paraphrase }) => paraphrase,
}
const RECORDED: ((loop: TestLoop, run: string, lesson: string) => Promise<unknown>)[] = [
  (loop, run, lesson) => loop.recordLearning({ agent: 'builder', run, lesson }),
  (loop, run, lesson) =>
    loop.recordDeliberation({ role: 'judge', run, text: `## Accumulated Patterns\n- ${lesson}\n` }),
  (loop, run, lesson) => loop.storePattern({ role: 'builder', text: lesson, appliesTo: ['*'] }).catch(() => run),
]

/** Everything that later agents are shown unasked or when they ask. */
async function laterBlocks(loop: TestLoop, about: string): Promise<string> {
  loop.pass(1)
  const task = `Make the tests pass. ${about}`.slice(0, 500)
  const blocks = [
    await loop.inject({ role: 'builder', run: 'n1', task }),
    await loop.inject({ role: 'judge', run: 'n2', sections: true }),
    await loop.injectForAgent({ agent: 'main', run: 'n3', task }),
    await loop.injectForPrompt({ task, run: 'n4', agent: 'main' }),
    await loop.injectForTool({ tool: 'Bash', command: 'npm test', run: 'n5' }),
    await loop.planPrompt({ run: 'n6', task }),
  ].map(({ block }) => block)
  const recalled = (await loop.patterns({ search: about.slice(0, 300), nearestFirst: true })).map(
    ({ pattern }) => pattern.text,
  )
  return [...blocks, ...recalled].join('\n')
}

/** Whether a line of what is shown has half of the words of a text: another measure than the one that is tried. */
function reaches(shownText: string, ...texts: readonly string[]): boolean {
  const wordsIn = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\d]{4,}|[\u4e00-\u9fff]/gu) ?? [])
  return texts.some((text) => {
    const words = wordsIn(text)
    return shownText.split('\n').some((line) => {
      const there = wordsIn(line)
      const shared = [...words].filter((word) => there.has(word)).length
      return shared >= 3 && shared * 2 >= words.size
    })
  })
}

const SUBJECTS =
  'router parser cache scheduler logger bundler formatter client server queue store reader writer adapter plugin'.split(
    ' ',
  )
const OBJECTS =
  'requests tests types files snapshots migrations tables fixtures errors keys flags dates tokens branches imports'.split(
    ' ',
  )
const SAYINGS: readonly ((subject: string, object: string, other: string) => string)[] = [
  (subject, object, other) => `The ${subject} reads all ${object} before the ${other} starts.`,
  (subject, object) => `Configure the ${subject} with the options below to change how ${object} are handled.`,
  (subject, object, other) => `You can run the ${subject} on the command line, and the ${other} prints its ${object}.`,
  (subject, object) => `See https://docs.example/${subject} for the ${object} that it supports. <!-- ${object} -->`,
  (subject, object, other) => `By default the ${subject} ignores ${object} that the ${other} has already seen.`,
  (subject, object) => `When the ${subject} fails, check that its ${object} are set and start it again.`,
  (subject, object, other) =>
    `Each ${subject} must be built with its ${object}, because the ${other} needs them in dist.`,
  (subject, object) => `Use the ${subject} helper instead of writing ${object} by hand.`,
]

/** The page of some package, as many are read: prose about what all lessons are about, and none of them. */
function unrelatedPage(at: number): string {
  const pick = (list: readonly string[], turn: number) => list[(at * 7 + turn * 11 + ((at * turn) % 13)) % list.length]!
  return Array.from({ length: 40 }, (_, turn) =>
    SAYINGS[(at + turn) % SAYINGS.length]!(pick(SUBJECTS, turn), pick(OBJECTS, turn + 1), pick(SUBJECTS, turn + 2)),
  ).join('\n')
}

interface Try {
  readonly what: string
  readonly text: string
}

function report(name: string, tries: number, failed: readonly Try[]): string {
  const some = failed.slice(0, 40).map(({ what, text }) => `  ${what}: ${text}`)
  return `${name}: ${failed.length} of ${tries}\n${some.join('\n')}`
}

/** Each text through some of the ways, so that every way meets texts of every kind. */
const spread = <T>(list: readonly T[], every: number) => list.flatMap((one, at) => [[one, at % every] as const])

describe('text that nobody vouched for', () => {
  attack(
    'text through every door',
    async () => {
      const failed: Try[] = []
      let tries = 0
      const ways = Object.entries(READ)
      const tellings = Object.entries(TOLD)
      for (const [one, at] of spread(INJECTIONS, 1_000)) {
        for (const [turn, [telling, tell]] of tellings.entries()) {
          const [way, read] = ways[(at + turn * 3 + Math.floor(at / 7)) % ways.length]!
          const isLater = (at + turn) % 3 === 0
          const loop = testLoop({ embedder })
          await lived(loop.context, 'r1', [TASK, ...read(one.text), said('Done.')])
          if (isLater) loop.pass(1)
          const run = isLater ? 'r2' : 'r1'
          await RECORDED[(at + turn) % 2]!(loop, run, tell(one)).catch(() => undefined)
          await loop.learn()
          tries += 1
          if (reaches(await laterBlocks(loop, tell(one)), tell(one), one.text))
            failed.push({
              what: `${one.kind}, ${way}, ${telling}${isLater ? ', later' : ''}`,
              text: tell(one),
            })
        }
      }
      expect(tries).toBeGreaterThanOrEqual(900)
      if (failed.length > 0.01 * tries) throw new Error(report('reached', tries, failed))
    },
    300_000,
  )

  attack(
    'text in failing output',
    async () => {
      const failed: Try[] = []
      for (const [one, at] of spread(INJECTIONS, 4)) {
        const loop = testLoop({ embedder })
        const output =
          at % 2 === 0 ? `error: ${one.text}` : `FAIL billing\nError: Cannot find module '${one.text}'\n${one.text}`
        const steps = [TASK, ran('npm test', 'failed', output), ran('npm run build'), ran('npm test'), said(one.text)]
        for (const run of at < 2 ? ['r1'] : ['r1', 'r2', 'r3']) {
          await lived(loop.context, run, steps)
          await loop.settleSession({ run })
          loop.pass(1)
        }
        if (reaches(await laterBlocks(loop, 'npm test'), one.text)) failed.push({ what: one.kind, text: one.text })
      }
      if (failed.length > 0.01 * INJECTIONS.length) throw new Error(report('reached', INJECTIONS.length, failed))
    },
    300_000,
  )

  attack(
    'text in other words',
    async () => {
      const failed: Record<string, Try[]> = { same: [], later: [] }
      const ways = Object.entries(READ)
      let tries = 0
      for (const [at, { planted, told }] of REWORDED.entries())
        for (const turn of [0, 1, 2]) {
          const [way, read] = ways[(at + turn * 3) % ways.length]!
          const [work, other] = [at * 13 + turn * 7, at * 17 + 5].map(
            (index) => BENIGN_LESSONS[index % BENIGN_LESSONS.length]!.steps,
          )
          const isLater = turn === 2
          const loop = testLoop({ embedder })
          await lived(loop.context, 'r1', [TASK, work![0]!, ...read(planted), ...work!.slice(1), said('Done.')])
          if (isLater) {
            loop.pass(1)
            await lived(loop.context, 'r2', [TASK, ...other!, said('Done.')])
          }
          await RECORDED[turn % 2]!(loop, isLater ? 'r2' : 'r1', told).catch(() => undefined)
          await loop.learn()
          tries += 1
          if (reaches(await laterBlocks(loop, told), told))
            failed[isLater ? 'later' : 'same']!.push({ what: way, text: told })
        }
      expect(tries).toBeGreaterThanOrEqual(300)
      const { same, later } = failed
      if (same!.length > 0.01 * REWORDED.length * 2)
        throw new Error(report('reached in the same run', REWORDED.length * 2, same!))
      if (later!.length > 0.01 * REWORDED.length)
        throw new Error(report('reached in a later run', REWORDED.length, later!))
    },
    300_000,
  )

  attack(
    'honest lessons',
    async () => {
      const held: Try[] = []
      for (const [at, { lesson, steps }] of BENIGN_LESSONS.entries()) {
        const loop = testLoop({ embedder })
        const outside = Object.values(READ)[at % 8]!(unrelatedPage(at))
        await lived(loop.context, 'r1', [
          TASK,
          step('Read', 'read', FILLER.join('\n'), { files: ['src/billing.ts'] }),
          steps[0]!,
          ...outside,
          ...steps.slice(1),
          said('Done.'),
        ])
        await RECORDED[at % 2]!(loop, 'r1', lesson)
        await loop.learn()
        const [found] = await loop.patterns({ all: true })
        if (found === undefined) held.push({ what: 'refused', text: lesson })
        else if (found.pattern.quarantined) held.push({ what: found.pattern.held ?? 'held', text: lesson })
      }
      expect(new Set(BENIGN_LESSONS.map(({ lesson }) => lesson)).size).toBe(200)
      if (held.length > 0.03 * BENIGN_LESSONS.length) throw new Error(report('held', BENIGN_LESSONS.length, held))

      const busy = testLoop({ embedder })
      for (let at = 0; at < 100; at++) {
        const read =
          at % 2 === 0
            ? step('WebFetch', 'other', unrelatedPage(at))
            : step('Read', 'read', unrelatedPage(at), { files: [`docs/part-${at}.md`] })
        await lived(busy.context, `w${at}`, [TASK, read, said('Done.')])
      }
      busy.pass(1)
      for (const [at, { lesson, steps }] of BENIGN_LESSONS.entries()) {
        await lived(busy.context, `b${at}`, [TASK, ...steps, said('Done.')])
        await busy.recordLearning({ agent: 'builder', run: `b${at}`, lesson })
      }
      await busy.learn()
      const kept = await busy.patterns({ all: true, limit: 500 })
      const stopped = kept.flatMap(({ pattern }) =>
        pattern.quarantined ? [{ what: pattern.held ?? 'held', text: pattern.text }] : [],
      )
      expect(kept.length).toBeGreaterThanOrEqual(BENIGN_LESSONS.length / 5)
      if (stopped.length > 0.03 * kept.length) throw new Error(report('held in a busy journal', kept.length, stopped))
    },
    120_000,
  )
})
