/** What a test run printed about itself: how many passed and failed, and the share of code it covered. */
export interface TestOutput {
  readonly passed?: number
  readonly failed?: number
  readonly coveragePercent?: number
}

const PASSED = /(?<![\w.])(\d{1,9}) (?:passed|passing)\b/g
const FAILED = /(?<![\w.])(\d{1,9}) (?:failed|failing|failures?|errors?)\b/g
const COVERAGE = [
  /^TOTAL\b[^\n%]{0,200}?(\d{1,3}(?:\.\d{1,9})?)%/m,
  /^All files\s{0,40}\|\s{0,40}(\d{1,3}(?:\.\d{1,9})?)/m,
  /\bcoverage\b[^\n\d]{0,40}(\d{1,3}(?:\.\d{1,9})?) ?%/i,
]

/** Reads the summaries of common runners. The largest count stands, since runners repeat themselves by file. */
export function readTestOutput(text: string): TestOutput {
  return {
    ...numberField('passed', largest(text, PASSED)),
    ...numberField('failed', largest(text, FAILED)),
    ...numberField('coveragePercent', coverageOf(text)),
  }
}

function largest(text: string, pattern: RegExp): number | undefined {
  let most: number | undefined
  for (const found of text.matchAll(pattern)) most = Math.max(most ?? 0, Number(found[1]))
  return most
}

function coverageOf(text: string): number | undefined {
  for (const pattern of COVERAGE) {
    const found = pattern.exec(text)
    if (found !== null && Number(found[1]) <= 100) return Number(found[1])
  }
  return undefined
}

function numberField<K extends string>(name: K, value: number | undefined): { [P in K]?: number } {
  return value === undefined ? {} : ({ [name]: value } as { [P in K]?: number })
}
