import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { recordLearning } from '../../src/edges/mcp/record-learning.ts'
import { shortId } from '../../src/injection/learnings-block.ts'
import type { Loop } from '../../src/loop/loop.ts'
import { loadEmbedder } from '../../src/machine/load-embedder.ts'
import { testLoop } from '../../test/worlds/test-loop.ts'
import { seeded } from '../world/random.ts'
import { type LabelledPair, pairsIn } from './labelled-pairs.ts'

/**
 * A task for readers who play the agent: `write FOLDER --pairs FILE ... --others FILE ...` records the first lessons of all pairs in one journal, and answers with what the tool says to
 * each second lesson. `score FOLDER` compares what the readers called with the labels. FOLDER is outside the repository.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pairs: { type: 'string', multiple: true }, others: { type: 'string', multiple: true } },
})
const [action, folder] = positionals as ['write' | 'score', string]
const WANTED = 200

interface Label extends LabelledPair {
  readonly id: string
  readonly first: string
  /** Whether code joins it to some lesson alone, and which lessons it offers. */
  readonly joined: boolean
  readonly offered: readonly string[]
}

interface Answer {
  readonly id: string
  readonly call: 'none' | { readonly same_as?: string; readonly instead_of?: string }
}

/** What is shorter is not recorded as a lesson. */
const SHORTEST = 20
const read = (files: readonly string[] = []) =>
  files
    .flatMap((file) => pairsIn(readFileSync(file, 'utf8')))
    .filter(({ a, b }) => Math.min(a.length, b.length) >= SHORTEST)
const lines = <T>(file: string): T[] =>
  readFileSync(join(folder, file), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

/** The first file whole, and of the others so many at random that there are 200. */
function chosen([first = '', ...others]: readonly string[]): LabelledPair[] {
  const random = seeded(20)
  const whole = read([first])
  const more = read(others)
    .map((pair) => ({ pair, at: random() }))
    .sort((x, y) => x.at - y.at)
  return [...whole, ...more.map(({ pair }) => pair)].slice(0, WANTED)
}

async function write(): Promise<void> {
  const pairs = chosen(values.pairs ?? [])
  const loop = testLoop({ embedder: loadEmbedder() })
  const taken = new Set(pairs.flatMap(({ a, b }) => [a, b]))
  const others = read(values.others).map(({ a }) => a)
  const known = [...pairs.map(({ a }) => a), ...new Set(others.filter((text) => !taken.has(text)))]
  for (const [n, lesson] of known.entries())
    await loop.recordLearning({ agent: 'agent', run: `r${n}`, lesson, appliesTo: ['*'] })
  const { added } = await loop.learn()
  const patterns = await loop.patterns({ all: true, limit: 20_000 })
  const idOf = new Map(
    patterns.flatMap(({ pattern }) => [pattern.text, ...pattern.aliases].map((text) => [text, pattern.id])),
  )
  const [task, labels]: string[][] = [[], []]
  for (const [n, pair] of pairs.entries()) {
    const id = `q${n + 1}`
    const call = { host: { fromRoot: (path: string) => path }, loop: async () => loop as Loop, run: `new${n}` }
    const {
      learning: _,
      run: __,
      ...answer
    } = (await recordLearning.run(call as never, { lesson: pair.b } as never)) as {
      learning: string
      run: string
      near?: readonly { readonly id: string }[]
    }
    const first = shortId(idOf.get(pair.a) ?? '')
    const { repeats } = await loop.recordLearning({ agent: 'agent', run: `new${n}`, lesson: pair.b, appliesTo: ['*'] })
    const offered = (answer.near ?? []).map((one) => one.id)
    const label = { id, ...pair, first, joined: repeats !== undefined, offered }
    task!.push(JSON.stringify({ id, new: pair.b, tool_answer: JSON.stringify(answer) }))
    labels!.push(JSON.stringify(label))
  }
  writeFileSync(join(folder, 'task.jsonl'), `${task!.join('\n')}\n`)
  writeFileSync(join(folder, 'labels.jsonl'), `${labels!.join('\n')}\n`)
  console.log(`${pairs.length} pairs, ${added} known lessons`)
}

const share = (part: number, whole: number) => (whole === 0 ? null : Number((part / whole).toFixed(3)))

function score(): void {
  const labels = lines<Label>('labels.jsonl')
  const same = labels.filter((label) => label.same)
  const find = (label: Label) => label.joined || label.offered.includes(label.first)
  console.log(
    `${labels.length} pairs, ${same.length} restatements: ${same.filter(({ joined }) => joined).length} joined by code, ${same.filter(find).length} joined or offered (${share(same.filter(find).length, same.length)})`,
  )
  console.log(`others joined by code: ${labels.filter(({ joined, same }) => joined && !same).length}`)
  for (const file of readdirSync(folder).filter((name) => /^answers-.*\.jsonl$/.test(name))) {
    const calls = new Map(lines<Answer>(file).map(({ id, call }) => [id, call]))
    const named = (label: Label, field: 'same_as' | 'instead_of') => {
      const call = calls.get(label.id)
      return typeof call === 'object' ? call[field]?.replace(/^#/, '') : undefined
    }
    const joined = labels.filter((label) => label.joined || named(label, 'same_as') !== undefined)
    const right = joined.filter((label) => label.same && (label.joined || named(label, 'same_as') === label.first))
    // Of two lessons that are not a pair, no label says whether they mean the same.
    const unknown = joined.filter((label) => !label.joined && named(label, 'same_as') !== label.first)
    const replaced = labels.filter((label) => named(label, 'instead_of') !== undefined)
    console.log(
      `${file}: ${calls.size} answered, ${joined.length} joined, ${right.length} rightly: precision ${share(right.length, joined.length)} (${share(right.length, joined.length - unknown.length)} without ${unknown.length} joined to a lesson of another pair), recall ${share(right.length, same.length)}; ${replaced.length} replaced, of which ${replaced.filter(({ same }) => same).length} were restatements`,
    )
    for (const kind of [...new Set(joined.filter((label) => !right.includes(label)).map((one) => one.kind))])
      console.log(
        `  joined wrongly, ${kind}: ${joined.filter((one) => one.kind === kind && !right.includes(one)).length}`,
      )
  }
}

if (action === 'write') await write()
else score()
