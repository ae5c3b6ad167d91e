import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BAYES } from '../../src/engine/belief/bayes-policy.ts'
import { aucOf, brierOf } from '../../src/engine/belief/calibration.ts'
import { groupOf, groupPriors, memberOf, regrouped } from '../../src/engine/belief/group-prior.ts'
import { logLikelihood, verdictLikelihood } from '../../src/engine/belief/likelihood.ts'
import { firstRecord, withObservation } from '../../src/engine/belief/posterior-record.ts'
import { atLeast, atMost, type Benchmark } from '../harness.ts'
import { type Figure, rounded } from '../measure.ts'

/** One warning of a static analysis, and whether people acted on it. */
interface Warning {
  readonly type: string
  readonly category: string
  readonly priority: string
  readonly acted: boolean
}

const FILE = /^goldenFeatures\d+\.csv$/
const DATA = 'data/*/golden/goldenFeatures*.csv'
/** Pseudo counts of the empirical Bayes estimate that the law is compared with. */
const SHRINK = 10

/**
 * How good the law's probability of help is for something new, if people judge each thing once. In file order, each warning is predicted from earlier judgements in its project, then
 * its own label counts as a person's vote. The base rate, and the shares of its type shrunk to the base rate, use the same data.
 */
export const warnings: Benchmark = {
  name: 'warnings',
  async run({ data, log }) {
    const projects = data === undefined ? [] : projectsIn(data)
    if (projects.length === 0) return { skipped: `--data names no folder with ${DATA}` }
    const foreseen = projects.flatMap(({ name, list }) => {
      log(`${name}: ${list.length} warnings, ${list.filter(({ acted }) => acted).length} acted on`)
      return predictions(list)
    })
    const outcomes = foreseen.map(({ acted }) => acted)
    const ways = ['law', 'base rate', 'empirical Bayes'] as const
    const brier = (way: (typeof ways)[number]) =>
      brierOf(
        foreseen.map((one) => one[way]),
        outcomes,
      )
    const auc = (way: (typeof ways)[number]) =>
      aucOf(foreseen.map((one) => ({ signal: one[way], success: one.acted }))) ?? 0.5
    return {
      settings: {
        projects: projects.map(({ name, list }) => `${name} ${list.length}`).join(', '),
        acted: outcomes.filter((acted) => acted).length,
      },
      results: ways.flatMap((way) => [
        figure(`Brier score, ${way}`, brier(way), foreseen.length),
        figure(`AUC, ${way}`, auc(way), foreseen.length),
      ]),
      goals: [
        atMost('Brier score of the law', 0.147, brier('law')),
        atLeast('AUC of the law', 0.7, auc('law')),
        ...(['base rate', 'empirical Bayes'] as const).map((way) =>
          atMost(`Brier score of the law over that of the ${way}`, 1, brier('law') / brier(way)),
        ),
      ],
    }
  },
}

function figure(name: string, value: number, samples: number): Figure {
  return { case: name, unit: 'score', samples, p50: rounded(value), p95: rounded(value) }
}

/** The predictions for each warning before its label is known. */
function predictions(list: readonly Warning[]) {
  let sums = {}
  let [acted, seen] = [0, 0]
  const types = new Map<string, { readonly acted: number; readonly seen: number }>()
  return list.map((warning) => {
    const group = groupIn(warning)
    const baseRate = (acted + 1) / (seen + 2)
    const own = types.get(warning.type) ?? { acted: 0, seen: 0 }
    const said = {
      acted: warning.acted,
      law: groupPriors(sums)(group).help,
      'base rate': baseRate,
      'empirical Bayes': (own.acted + SHRINK * baseRate) / (own.seen + SHRINK),
    }
    const likelihood = verdictLikelihood({
      useful: warning.acted,
      accuracy: BAYES.reviewerPriorAccuracy,
      relevance: 1,
    })
    const word = { cause: 'label', log: logLikelihood(likelihood, BAYES.personWeight), isInternal: true }
    sums = regrouped(sums, undefined, memberOf(withObservation(firstRecord(group, 0), word, 0).record))
    const label = warning.acted ? 1 : 0
    acted += label
    seen += 1
    types.set(warning.type, { acted: own.acted + label, seen: own.seen + 1 })
    return said
  })
}

/** The warning's group as a pattern: its category as kind, its type as label, its priority as author. */
function groupIn({ type, category, priority }: Warning): string {
  const facts = { days: ['one'], trust: 'internal', polarity: 'do', files: [] } as const
  const named = { category: category as never, role: `priority ${priority}`, labels: [type] }
  return groupOf({ ...facts, ...named, citation: undefined })
}

function projectsIn(folder: string): { readonly name: string; readonly list: Warning[] }[] {
  const all = join(folder, 'data')
  if (!existsSync(all)) return []
  return readdirSync(all)
    .sort()
    .flatMap((name) => {
      const golden = join(all, name, 'golden')
      const files = existsSync(golden) ? readdirSync(golden).filter((file) => FILE.test(file)) : []
      const list = files.sort().flatMap((file) => warningsIn(readFileSync(join(golden, file), 'utf8')))
      return list.length === 0 ? [] : [{ name, list }]
    })
}

/** Feature names are unquoted but may contain commas, so columns are counted from the end. */
function warningsIn(text: string): Warning[] {
  const [head = '', ...rows] = text.split(/\r?\n/)
  const names = head.split(',')
  const fromEnd = (name: string) => names.lastIndexOf(name) - names.length
  const [type, category, priority] = [fromEnd('F20'), fromEnd('F21'), fromEnd('F22')]
  return rows
    .filter((row) => row !== '')
    .map((row) => {
      const cells = row.split(',')
      const at = (place: number) => cells.at(place) ?? ''
      return {
        type: at(type),
        category: at(category),
        priority: at(priority),
        acted: at(-1) === 'close',
      }
    })
}
