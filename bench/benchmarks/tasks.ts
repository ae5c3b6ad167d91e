import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { openMettle } from '../../src/open.ts'
import { atLeast, type Benchmark } from '../harness.ts'
import { environmentIn } from '../hook-project.ts'
import { type Figure, share } from '../measure.ts'

const HOOK = join(import.meta.dirname, '..', '..', 'dist', 'hook', 'hook.cjs')
const FILE = 'tasks.jsonl'
const LEAST_EARLIER = 10
const FIRST = 5
const FORMS = ['title', 'statement'] as const
const WAYS = ['search', 'inject', 'prompt hook'] as const

type Form = (typeof FORMS)[number]
type Way = (typeof WAYS)[number]

/** One line of the data: work that was done once, and the files that it changed. */
interface Task {
  readonly repo: string
  readonly at: string
  readonly statement: string
  readonly files: readonly string[]
}

/**
 * Whether what is chosen for a task fits it. In order of time each task of a repository becomes a lesson, with its files. For each task with at least ten earlier
 * ones, of which one changed a file that this one changes: is such an earlier task among the first five that are chosen, given the statement alone?
 */
export const tasks: Benchmark = {
  name: 'tasks',
  async run({ folder, quick, data, log }) {
    if (!existsSync(HOOK)) throw new Error('dist/hook/hook.cjs is not there: npm run build')
    const all = data === undefined ? undefined : tasksIn(data)
    if (all === undefined) return { skipped: `--data names no folder with ${FILE} or ${FILE}.gz` }
    const hits = new Map<string, number[]>()
    for (const form of FORMS)
      for (const [repo, list] of byRepository(all)) {
        log(`${repo} by ${form}: ${list.length} tasks`)
        const cwd = join(folder, `${form}-${repo.replace(/\W/g, '-')}`)
        await play(cwd, quick ? list.slice(0, 40) : list, form, (way, isHit) => {
          const name = `${way}, by ${form}`
          hits.set(name, [...(hits.get(name) ?? []), Number(isHit)])
        })
      }
    const results: Figure[] = [...hits].map(([name, found]) => share(name, found))
    const found = (name: string) => results.find((one) => one.case === name)!.p50
    return {
      settings: { first: FIRST, leastEarlier: LEAST_EARLIER },
      results,
      goals: (['inject', 'prompt hook'] as const).flatMap((way) =>
        FORMS.map((form) => atLeast(`a related earlier task, ${way}, by ${form}`, 0.6, found(`${way}, by ${form}`))),
      ),
    }
  },
}

function tasksIn(folder: string): Task[] | undefined {
  const file = join(folder, FILE)
  const bytes = existsSync(file)
    ? readFileSync(file)
    : existsSync(`${file}.gz`)
      ? gunzipSync(readFileSync(`${file}.gz`))
      : undefined
  return bytes
    ?.toString('utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Task)
}

function byRepository(all: readonly Task[]): Map<string, Task[]> {
  const lists = new Map<string, Task[]>()
  for (const task of [...all].sort((a, b) => (a.at < b.at ? -1 : 1)))
    lists.set(task.repo, [...(lists.get(task.repo) ?? []), task])
  return lists
}

async function play(
  cwd: string,
  list: readonly Task[],
  form: Form,
  tell: (way: Way, isHit: boolean) => void,
): Promise<void> {
  mkdirSync(join(cwd, '.mettle', 'spool'), { recursive: true })
  // On a busy machine, hooks would exceed the usual deadline.
  writeFileSync(join(cwd, 'mettle.config.json'), JSON.stringify({ hook: { deadlineMs: 60_000 } }))
  const environment = environmentOf(cwd)
  const mettle = await openMettle({ cwd, environment, create: true })
  const earlier: Task[] = []
  for (const [number, { files, statement }] of list.entries()) {
    const isRelated = (other: Task) => other.files.some((file) => files.includes(file))
    const related = earlier.filter(isRelated).map((task) => keyOf(lessonOf(task, form)))
    const isHit = (lines: readonly string[]) =>
      lines.slice(0, FIRST).some((line) => related.some((key) => keyOf(line, 600).includes(key)))
    if (earlier.length >= LEAST_EARLIER && related.length > 0) {
      const found = await mettle.patterns({ search: statement, nearestFirst: true, limit: FIRST })
      tell('search', isHit(found.map(({ pattern }) => pattern.text)))
      const { items } = await mettle.inject({ role: 'developer', task: statement })
      tell('inject', isHit(items.map(({ text }) => text)))
      await mettle.keepPrecomputed()
      tell('prompt hook', isHit(promptLines(cwd, statement, number)))
    }
    const lesson = lessonOf({ statement }, form)
    if (lesson.length >= 20)
      await mettle.recordLearning({ agent: 'developer', lesson, context: { files: [...files], labels: [] } })
    await mettle.learn()
    earlier.push(list[number]!)
  }
  await mettle.close()
}

/** Turns off random withholding in both variants; a project's own file may not. */
const environmentOf = (cwd: string) => ({
  ...environmentIn(cwd),
  METTLE_HOLDOUT_SHARE: '0',
  METTLE_HOLDOUT_RUN_SHARE: '0',
})

function lessonOf({ statement }: Pick<Task, 'statement'>, form: Form): string {
  return (form === 'title' ? statement.slice(0, statement.indexOf('\n')) : statement).trim()
}

/** The lines of patterns that a new session is shown for its first prompt. */
function promptLines(cwd: string, prompt: string, number: number): string[] {
  const input = { session_id: `task.${number}`, cwd, hook_event_name: 'UserPromptSubmit', prompt }
  const answer = execFileSync(process.execPath, [HOOK, '--event', 'UserPromptSubmit'], {
    cwd,
    input: JSON.stringify(input),
    env: environmentOf(cwd),
    encoding: 'utf8',
  })
  if (answer.trim() === '') return []
  const { additionalContext = '' } = JSON.parse(answer).hookSpecificOutput ?? {}
  return additionalContext.split('\n').filter((line: string) => /^(?:- |\[)/.test(line))
}

/** The beginning of a text, by which it is recognised in a cleaned or shortened line. */
function keyOf(text: string, letters = 40): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
    .slice(0, letters)
}
