import { type Application, type Citation, type Read, refused, taken } from './foreign-record.ts'
import { instantOf, isoSeconds } from './json-value.ts'

const MOST = 50
const LONGEST = 4_096
const CODES: Readonly<Record<string, string>> = { '%': '%25', ',': '%2C', ';': '%3B', ':': '%3A', ' ': '%20' }
const SIGNS = new Map(Object.entries(CODES).map(([sign, code]) => [code, sign]))

/** `src/a.ts:10, src/b.ts` as places. */
export function readCitations(text: string): Citation[] {
  return (
    text
      .split(/[,;]/)
      .map((part) => part.replace(/^ +| +$/g, ''))
      .filter((part) => part !== '')
      .map(citationOf)
      // The limit applies to the decoded name: escaping makes it longer, and every name that we write must be readable again.
      .filter(({ file }) => file.length <= LONGEST)
      .slice(0, MOST)
  )
}

/** Characters that would end a place, or look like its line number, are percent-encoded: `%2C` for a comma in a file name. */
export function writeCitations(citations: readonly Citation[]): string {
  return citations.map(placeText).join(', ')
}

function placeText({ file, line }: Citation): string {
  const name = file.replace(/[%,;]|^ +| +$|:(?=\d+(?:-\d+)?$)/g, (signs) =>
    [...signs].map((sign) => CODES[sign]).join(''),
  )
  return line === undefined ? name : `${name}:${line}`
}

function citationOf(text: string): Citation {
  const [, file, line] = /^(.+):([1-9]\d{0,6})(?:-\d+)?$/s.exec(text) ?? []
  return file === undefined ? { file: decoded(text) } : { file: decoded(file), line: Number(line) }
}

function decoded(text: string): string {
  return text.replace(/%(?:25|2C|3B|3A|20)/g, (code) => SIGNS.get(code)!)
}

/** Log fields are separated by pipes, and the format cannot escape a pipe or a line break. Both are written as percent codes, so no text can add a field or a line. */
const FIELD_CODES: Readonly<Record<string, string>> = { '%': '%25', '|': '%7C', '\n': '%0A', '\r': '%0D' }
const FIELD_SIGNS = new Map(Object.entries(FIELD_CODES).map(([sign, code]) => [code, sign]))

export function writeFields(fields: readonly string[]): string {
  return fields.map(writeField).join('|')
}

export function readFields(line: string): string[] {
  return line.split('|').map(readField)
}

export function writeField(text: string): string {
  return text.replace(/[%|\n\r]/g, (sign) => FIELD_CODES[sign]!)
}

export function readField(text: string): string {
  return text.replace(/%(?:25|7C|0A|0D)/g, (code) => FIELD_SIGNS.get(code)!)
}

const NUMBER = /^(?:0|1|0?\.\d{1,6}|[01]\.\d{1,6})$/
const METHOD = /^[a-z][a-z_-]{0,39}$/i
const BUILD = { build_passed: 'passed', build_failed: 'failed' } as const

/** A row of `outcomes.log`: `timestamp|run|iteration|agent|trigger|applied or injected|citations[|unverified][|relevance|method][|goal|0 or 1|score][|build_passed or build_failed]`. */
export function readOutcomesLine(line: string): Read {
  const fields = readFields(line)
  if (fields.length < 7) return refused(`a row of outcomes.log has at least 7 fields, and this one ${fields.length}`)
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
    ...(goal === undefined || !isPlainGoal(goal.name) ? [] : [goal.name, goal.success ? '1' : '0', String(goal.score)]),
    ...(build === undefined ? [] : [`build_${build}`]),
  ])
}

/** Whether a goal's name cannot be mistaken for another field; otherwise it is left out of the row. */
export function isPlainGoal(name: string): boolean {
  return name !== '' && name !== 'unverified' && !NUMBER.test(name) && !Object.hasOwn(BUILD, name)
}

/** The optional fields at the end of a row: later steps append them in this order, each only if it ran. */
function readTail(fields: readonly string[]): Pick<Application, 'verified' | 'relevance' | 'goal' | 'build'> | string {
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
    relevance: relevance && { score: Number(relevance[0]), method: relevance[1]! },
    goal: goal && { name: goal[0]!, success: goal[1] === '1', score: Number(goal[2]) },
    build,
  }
}

export function countOf(text: string): number | undefined {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text) : undefined
}

export function shown(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}…` : text
}

/** A row of `acknowledgments.log`: `timestamp|run|iteration|agent|true or false|patterns|evidence`. */
export function readAcknowledgmentsLine(line: string): Read {
  const fields = readFields(line)
  if (fields.length < 6)
    return refused(`a row of acknowledgments.log has at least 6 fields, and this one ${fields.length}`)
  const [time = '', run = '', count = '', agent = '', said = '', patterns = '', ...evidence] = fields
  const at = instantOf(time)
  if (at === undefined) return refused(`timestamp: '${shown(time)}' is no ISO time`)
  const iteration = countOf(count)
  if (iteration === undefined) return refused(`iteration: '${shown(count)}' is not a whole number`)
  if (said !== 'true' && said !== 'false') return refused(`'${shown(said)}' is neither true nor false`)
  const row = { at, run, iteration, agent, acknowledged: said === 'true', patterns }
  return taken({ kind: 'acknowledgement', ...row, evidence: evidence.join('|') })
}

/** A row of `runs.log`: `run|timestamp|goal|iteration|status[|command|last session]`. */
export function readRunsLine(line: string): Read {
  const fields = readFields(line)
  if (fields.length < 5) return refused(`a row of runs.log has at least 5 fields, and this one ${fields.length}`)
  const [run = '', time = '', goal = '', count = '', status = '', command = ''] = fields
  const at = instantOf(time)
  if (at === undefined) return refused(`timestamp: '${shown(time)}' is no ISO time`)
  const iteration = countOf(count)
  if (iteration === undefined) return refused(`iteration: '${shown(count)}' is not a whole number`)
  const about = [
    `status ${status}`,
    ...(goal === '' ? [] : [`goal ${goal}`]),
    `iteration ${iteration}`,
    ...(command === '' ? [] : [`command ${command}`]),
  ]
  return taken({ kind: 'run', run, at, notes: about.join(', ') })
}
