import { describe, expect, it } from 'vitest'
import { Figures } from '../../src/edges/http/figures.ts'
import { adapterOf, LONGEST_COMMAND } from '../../src/engine/governance/adapter-of.ts'
import { relevance } from '../../src/engine/laws/relevance.ts'
import { safetyFindings } from '../../src/engine/safety/safety.ts'
import { testLoop } from '../worlds/test-loop.ts'
import { asMettle, testServer } from '../worlds/test-server.ts'
import { attack } from './attack.ts'
import { LESSON } from './victim.ts'

const HOSTILE = [
  'a"} 9\nmettle_policy_current 0\n# HELP mettle_runs forged\n# TYPE mettle_runs counter\nx{y="',
  'back\\slash\\',
  'ends\\"',
  'carriage\rreturn\r\ndata: {"position":999}\r\n\r\nid: 999',
  'line\u2028and\u2029paragraph\u0085next\u000bfeed\u000c',
  '\ndata: evil\nevent: evil\nid: 7\nretry: 1\n\n:',
  'nul\u0000 esc\u001b[2J bidi\u202e',
  '\ud800 half a character',
  '{le="+Inf"}',
]

/** A line of the text form of Prometheus 0.0.4, read as its specification has it. */
const SAMPLE =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*"(?:,|(?=\})))*)\})? (-?[\d.eE+-]+|NaN|[+-]Inf)$/

/** The names and labels of all samples; throws at a line that is none. */
function samplesOf(text: string): { name: string; labels: string }[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [, name, labels = ''] = SAMPLE.exec(line) ?? []
      if (name === undefined) throw new Error(`not a sample: ${line}`)
      return { name, labels }
    })
}

/** A loop in which names of outsiders stand wherever a name can stand, and what its server tells of it. */
async function served() {
  const figures = new Figures()
  const loop = testLoop({ metrics: figures })
  const server = testServer(asMettle(loop), { figures, heartbeatMs: 5 })
  for (const [i, name] of HOSTILE.entries()) {
    await loop.recordLearning({ agent: name, role: name, run: `r${i}`, lesson: `${LESSON} ${name}` })
    await loop.recordOutcome({
      run: `r${i}`,
      result: 'failure',
      adapters: [name, 'git'],
      failureAdapter: name,
      failureType: name,
      qualityScore: 0,
      retryCount: 0,
    })
  }
  await loop.learn()
  await loop.inject({ role: HOSTILE[0]!, run: 'n1' })
  return { loop, server }
}

/** What a browser makes of a stream of events. */
function eventsOf(stream: string): Record<string, string>[] {
  return stream
    .split(/\r\n\r\n|\n\n|\r\r/)
    .filter((block) => block !== '' && !block.startsWith(':'))
    .map((block) =>
      Object.fromEntries(
        block.split(/\r\n|\n|\r/).map((line) => [line.split(':')[0], line.slice(line.indexOf(':') + 1).trim()]),
      ),
    )
}

/**
 * How much more one long text costs than as much in sixteen pieces: 1 where time grows with the length, 16 where it grows with its square.
 * By CPU time and the least of some rounds in turn, so that who else is on the machine has no part in it.
 */
function growth(make: (length: number) => string, read: Read): number {
  const [piece, whole] = [make(LONGEST_COMMAND / PIECES), make(LONGEST_COMMAND)]
  return costlier(
    () => read(whole),
    () => {
      for (let n = 0; n < PIECES; n++) read(piece)
    },
  )
}

type Read = (text: string) => unknown

/** How much more a text costs than plain words of the same length. */
function againstPlainWords(piece: string, read: Read): number {
  const [odd, plain] = [filled(piece)(LONGEST_COMMAND), filled('word ')(LONGEST_COMMAND)]
  return costlier(
    () => read(odd),
    () => read(plain),
  )
}

function costlier(one: () => void, other: () => void): number {
  const cost = (work: () => void) => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return user + system
  }
  const rounds = Array.from({ length: 5 }, () => [cost(one), cost(other)] as const)
  const least = (which: 0 | 1) => Math.min(...rounds.map((round) => round[which]))
  return least(0) / Math.max(least(1), 1_000)
}

const PIECES = 16

const filled =
  (piece: string, before = '') =>
  (length: number) =>
    (before + piece.repeat(length)).slice(0, length)

describe('doors', () => {
  attack('forged figures', async () => {
    const { loop, server } = await served()
    const scrape = async () => (await server.request('/metrics', { headers: { authorization: 'Bearer read' } })).text()
    const before = await scrape()
    const samples = samplesOf(before)
    expect(samples.some(({ name }) => name === 'mettle_reliability')).toBe(true)
    expect(samples.filter(({ name }) => name === 'mettle_policy_current')).toEqual([
      { name: 'mettle_policy_current', labels: '' },
    ])
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be in the text
    expect(before).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\u202e]/)
    expect(before.match(/^# TYPE mettle_runs /gm)).toHaveLength(1)
    for (let i = 0; i < 600; i++)
      await loop.recordOutcome({
        run: `many-${i}`,
        result: 'failure',
        adapters: [`${i}`.padEnd(200, 'x')],
        failureType: `${i}`.padEnd(200, 'y'),
        qualityScore: 0,
        retryCount: 0,
      })
    const after = await scrape()
    for (const name of ['mettle_reliability', 'mettle_failure_patterns_total'])
      expect(samplesOf(after).filter((sample) => sample.name === name).length).toBeLessThanOrEqual(501)
    expect(after.length).toBeLessThan(1_000_000)
  })

  attack('forged news', async () => {
    const { loop, server } = await served()
    const { position } = await loop.news()
    const stream = await server.request('/v1/live', {
      headers: { authorization: 'Bearer read', 'last-event-id': '0' },
    })
    server.tokens.length = 0
    const events = eventsOf(await stream.text())
    expect(events).toHaveLength(1)
    expect(Object.keys(events[0]!).sort()).toEqual(['data', 'id'])
    expect(events[0]!.id).toBe(String(position))
    expect(JSON.parse(events[0]!.data!)).toMatchObject({ position, more: false })
  })

  attack('endless patterns', () => {
    const read = (command: string) => adapterOf({ command })
    const match = (file: string) => relevance({ summary: LESSON, changedFiles: [file] })
    const grown = Object.entries({
      options: growth(filled('-a x ', 'git '), read),
      names: growth(filled('-a subtree ', 'git '), read),
      alternatives: growth(filled('{a,b}', 'git '), read),
      nested: growth(filled('{a,', 'git '), read),
      stars: growth(filled('**/', 'git '), read),
      classes: growth(filled('[a-', 'git '), read),
      substitutions: growth(filled('"$(', 'git '), read),
      searches: growth(filled('-exec + ', 'find . '), read),
      paths: growth(filled('{a,b}/**/'), match),
      openPaths: growth(filled('{[(*'), match),
    })
    expect(grown.filter(([, times]) => times > 5)).toEqual([])
    const launching = ['sudo ', 'env A=1 ', 'xargs ', 'eval ', 'npm exec ', 'git bisect run ', 'find -exec ']
    const costs = launching.map((piece) => [piece, againstPlainWords(piece, read)] as const)
    expect(costs.filter(([, times]) => times > 9)).toEqual([])
  })

  it('reads thousands of assignments before a command in time that grows with their number', () => {
    const judge = (command: string) => safetyFindings({ command }, { cwd: '/p', root: '/p', home: '/home/ann' })
    const grown = ['a=b ', 'a+=b ', 'export a=b '].map((piece) => [piece, growth(filled(piece), judge)] as const)
    expect(grown.filter(([, times]) => times > 5)).toEqual([])
  })
})
