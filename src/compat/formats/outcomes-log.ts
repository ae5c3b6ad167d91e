import { readCitations, writeCitations } from './citation-list.ts'
import { type Application, type Read, refused, taken } from './foreign-record.ts'
import { instantOf, isoSeconds } from './instant.ts'
import { readFields, writeFields } from './pipe-fields.ts'

const NUMBER = /^(?:0|1|0?\.\d{1,6}|[01]\.\d{1,6})$/
const METHOD = /^[a-z][a-z_-]{0,39}$/i
const BUILD = { build_passed: 'passed', build_failed: 'failed' } as const

/**
 * A row of `outcomes.log`:
 * `timestamp|run|iteration|agent|trigger|applied or injected|citations[|unverified][|relevance|method][|goal|0 or 1|score][|build_passed or build_failed]`.
 */
export function readOutcomesLine(line: string): Read {
  const fields = readFields(line)
  if (fields.length < 7)
    return refused(`a row of outcomes.log has at least 7 fields, and this one ${fields.length}`)
  const [time = '', run = '', count = '', agent = '', trigger = '', status = '', citations = ''] = fields
  const at = instantOf(time)
  if (at === undefined) return refused(`timestamp: '${shown(time)}' is no ISO time`)
  const iteration = countOf(count)
  if (iteration === undefined) return refused(`iteration: '${shown(count)}' is not a whole number`)
  if (status !== 'applied' && status !== 'injected')
    return refused(`status: '${shown(status)}' is neither applied nor injected`)
  if (trigger.trim() === '') return refused('trigger: it names no pattern')
  const tail = readTail(fields.slice(7))
  if (typeof tail === 'string') return refused(tail)
  return taken({
    kind: 'application',
    at,
    run,
    iteration,
    agent,
    trigger,
    status,
    citations: readCitations(citations),
    ...tail,
  })
}

export function writeOutcomesLine(row: Application): string {
  const { relevance, goal, build } = row
  return writeFields([
    isoSeconds(row.at),
    row.run,
    String(row.iteration),
    row.agent,
    row.trigger,
    row.status,
    writeCitations(row.citations),
    ...(row.verified ? [] : ['unverified']),
    ...(relevance === undefined ? [] : [String(relevance.score), relevance.method]),
    ...(goal === undefined || !isPlainGoal(goal.name)
      ? []
      : [goal.name, goal.success ? '1' : '0', String(goal.score)]),
    ...(build === undefined ? [] : [`build_${build}`]),
  ])
}

/** A goal whose name could pass for another part of the row is left out of it. */
export function isPlainGoal(name: string): boolean {
  return name !== '' && name !== 'unverified' && !NUMBER.test(name) && !Object.hasOwn(BUILD, name)
}

type Tail = Pick<Application, 'verified' | 'relevance' | 'goal' | 'build'>

/** What the steps after the run have added, each in its turn and each only if it has run. */
function readTail(fields: readonly string[]): Tail | string {
  const rest = [...fields]
  const verified = rest[0] !== 'unverified'
  if (!verified) rest.shift()
  const relevance = NUMBER.test(rest[0] ?? '') && METHOD.test(rest[1] ?? '') ? rest.splice(0, 2) : undefined
  const goal = rest.length >= 3 && /^[01]$/.test(rest[1]!) ? rest.splice(0, 3) : undefined
  const build = Object.hasOwn(BUILD, rest[0] ?? '') ? BUILD[rest.shift() as keyof typeof BUILD] : undefined
  if (rest.some((field) => field !== '')) return `'${shown(rest.join('|'))}' at its end is not understood`
  if (goal !== undefined && !Number.isFinite(Number(goal[2]))) return `goal: '${shown(goal[2]!)}' is no score`
  return {
    verified,
    ...(relevance === undefined ? {} : { relevance: { score: Number(relevance[0]), method: relevance[1]! } }),
    ...(goal === undefined
      ? {}
      : { goal: { name: goal[0]!, success: goal[1] === '1', score: Number(goal[2]) } }),
    ...(build === undefined ? {} : { build }),
  }
}

export function countOf(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

export function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}
