import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest } from '../../src/domain/digest.ts'
import { textHash } from '../../src/engine/text/text-hash.ts'
import { appendFacts } from '../../src/loop/journal/append-facts.ts'
import { openMettle } from '../../src/open.ts'
import { atLeast, type Benchmark } from '../harness.ts'
import { environmentIn } from '../hook-project.ts'
import { share } from '../measure.ts'
import { openJournal, SCOPE } from '../world/journal.ts'

const FILE = 'locomo10.json'
const FIRST = 10
/** Questions without an answer in the conversation; their evidence is a misleading turn. */
const ADVERSARIAL = 5

interface Turn {
  readonly speaker: string
  readonly dia_id: string
  readonly text: string
  readonly blip_caption?: string
}

interface Conversation {
  readonly sample_id: string
  readonly conversation: Readonly<Record<string, string | readonly Turn[]>>
  readonly qa: readonly {
    readonly question: string
    readonly evidence?: readonly string[]
    readonly category: number
  }[]
}

/** LoCoMo: conversations over months, and questions with the turns that answer them. Each turn is a pattern of one journal; how many of the turns that answer a question are among the first ten that a search for the question finds? */
export const locomo: Benchmark = {
  name: 'locomo',
  async run({ folder, quick, data, log }) {
    const file = data === undefined ? undefined : join(data, FILE)
    if (file === undefined || !existsSync(file)) return { skipped: `--data names no folder with ${FILE}` }
    const all = JSON.parse(readFileSync(file, 'utf8')) as Conversation[]
    const conversations = quick ? all.slice(0, 1) : all
    const found = new Map<string, number[]>()
    for (const one of conversations) {
      log(`${one.sample_id}: ${turnsOf(one).length} turns, ${one.qa.length} questions`)
      await ask(join(folder, one.sample_id), one, (name, recall) =>
        found.set(name, [...(found.get(name) ?? []), recall]),
      )
    }
    const results = [...found].map(([name, recalls]) => share(name, recalls))
    const answered = results.find(({ case: name }) => name === 'questions with an answer')
    return {
      settings: { first: FIRST, conversations: conversations.length },
      results,
      goals: [atLeast('turn recall at ten, by search', 0.62, answered?.p50 ?? 0)],
    }
  },
}

async function ask(
  cwd: string,
  conversation: Conversation,
  tell: (name: string, recall: number) => void,
): Promise<void> {
  await fill(cwd, turnsOf(conversation))
  const mettle = await openMettle({ cwd, environment: environmentIn(cwd) })
  for (const { question, evidence = [], category } of conversation.qa) {
    const wanted = evidence.flatMap((text) => text.match(/D\d+:\d+/g) ?? [])
    if (wanted.length === 0) continue
    const hits = await mettle.patterns({ search: question, nearestFirst: true, limit: FIRST })
    const ids = new Set(hits.flatMap(({ pattern }) => pattern.labels))
    const recall = wanted.filter((turn) => ids.has(turn)).length / wanted.length
    tell(category === ADVERSARIAL ? 'questions without an answer' : 'questions with an answer', recall)
    tell(`questions of category ${category}`, recall)
  }
  await mettle.close()
}

function turnsOf({ conversation }: Conversation): Turn[] {
  return Object.values(conversation).flatMap((session) => (typeof session === 'string' ? [] : session))
}

async function fill(cwd: string, turns: readonly Turn[]): Promise<void> {
  const home = join(cwd, '.mettle')
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'project.json'), JSON.stringify({ project: SCOPE.project }))
  const { store, context } = await openJournal(join(home, 'journal.db'), { now: Date.now() }, { durable: false })
  const drafts = turns.map(({ speaker, dia_id, text, blip_caption }) => {
    const said = `${speaker}: ${text}${blip_caption === undefined ? '' : ` (${blip_caption})`}`
    return {
      type: 'pattern-sighted' as const,
      stream: 'journal',
      payload: {
        pattern: `p-${digest(`${dia_id} ${said}`).slice(0, 16)}`,
        text: said,
        textHash: textHash(said),
        role: 'agent',
        category: 'insight' as const,
        strength: 'observation' as const,
        polarity: 'do' as const,
        appliesTo: ['*'],
        context: { labels: [dia_id], files: [] },
        joined: { method: 'new' as const, similarity: 0 },
      },
    }
  })
  await appendFacts(context, drafts)
  await store.close()
}
