import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Replaces each secret in a text with a marker that begins with `MARK`. */
export type Redactor = (text: string) => Promise<string> | string
export const MARK = '[redacted:'

export interface SecretScore {
  readonly expected: number
  readonly found: number
  readonly recall: number
  readonly changed: number
  readonly right: number
  readonly precision: number
}

/** CredSweeper rules whose findings are not credentials: addresses, bucket and domain names, ids. */
const NO_SECRET = /^(?:IPv4|IPv6|UUID|Firebase Domain|AWS S3 Bucket|URL|Email|.* (?:Client ID|App ID))$/

interface Expected {
  readonly rule: string
  readonly line_data_list: readonly {
    readonly line: string
    readonly path: string
    readonly value: string | null
  }[]
}

/**
 * leaky-repo counts each file's risky and merely informative lines. A line is found if it has a marker after redacting the whole file; lines
 * beyond the file's risk count are ignored. A line is changed unnecessarily if the file has more marked lines than lines of either kind.
 */
export async function scoreLeakyRepo(folder: string, redactor: Redactor, misses: string[]): Promise<SecretScore> {
  const sum = { expected: 0, found: 0, changed: 0, right: 0 }
  for (const [file = '', risk = '0', informative = '0'] of rowsOf(join(folder, '.leaky-meta', 'secrets.csv'))) {
    const path = join(folder, file)
    if (!existsSync(path)) continue
    const lines = (await redactor(readFileSync(path, 'utf8'))).split('\n').filter((line) => line.includes(MARK)).length
    const found = Math.min(lines, Number(risk))
    sum.expected += Number(risk)
    sum.found += found
    sum.changed += lines
    sum.right += Math.min(lines, Number(risk) + Number(informative))
    if (found < Number(risk)) misses.push(`${file}: ${found} of ${risk}`)
  }
  return rated(sum)
}

function rowsOf(path: string): string[][] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '' && !line.startsWith('#')).map((line) => line.trim().split(','))
}

/**
 * CredSweeper's expected output names lines and values of its samples. A value is found if it is gone after redacting the whole sample. For precision,
 * each line is redacted alone: a changed line is correct if any expected output names it.
 */
export async function scoreCredSweeper(folder: string, redactor: Redactor, misses: string[]): Promise<SecretScore> {
  const samples = samplesIn(join(folder, 'tests', 'samples'))
  const sum = { expected: 0, found: 0, changed: 0, right: 0 }
  const clean = new Map<string, string>()
  for (const [name, text] of samples) clean.set(name, await redactor(text))
  const seen = new Set<string>()
  for (const { rule, line_data_list: places } of outputOf(folder, 'output.json')) {
    if (NO_SECRET.test(rule)) continue
    for (const { path, value, line } of places) {
      const name = path.replace(/^.*tests\/samples\//, '')
      const key = JSON.stringify([name, line, value])
      if (value === null || value.length < 5 || seen.has(key) || !samples.get(name)?.includes(value)) continue
      seen.add(key)
      sum.expected++
      if (!clean.get(name)!.includes(value)) sum.found++
      else misses.push(`${rule} | ${name} | ${line.slice(0, 160)}`)
    }
  }
  const known = new Set(
    ['output.json', 'doc.json', 'depth_3.json', 'no_ml.json']
      .flatMap((file) => outputOf(folder, file))
      .flatMap((finding) => finding.line_data_list.map(({ line }) => line.trim())),
  )
  for (const line of [...samples.values()].flatMap((text) => text.split('\n'))) {
    if (line.length > 20_000 || !(await redactor(line)).includes(MARK)) continue
    sum.changed++
    if (known.has(line.trim())) sum.right++
    else misses.push(`not expected | ${line.slice(0, 160)}`)
  }
  return rated(sum)
}

function outputOf(folder: string, file: string): Expected[] {
  const path = join(folder, 'tests', 'data', file)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Expected[]) : []
}

/** Text samples; a zero byte marks binary ones. */
function samplesIn(folder: string): Map<string, string> {
  const names = readdirSync(folder).filter((name) => statSync(join(folder, name)).isFile())
  const texts = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const)
  return new Map(texts.filter(([, text]) => !text.includes('\0')))
}

export function rated(sum: { expected: number; found: number; changed: number; right: number }): SecretScore {
  const share = (part: number, whole: number) => (whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000)
  return { ...sum, recall: share(sum.found, sum.expected), precision: share(sum.right, sum.changed) }
}
