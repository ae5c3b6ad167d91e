import { present } from '../../../domain/sets.ts'
import type { InsightsReport } from '../../../loop/reports/insights.ts'
import type { Trend } from '../../../report/insights.ts'
import type { PairInsight } from '../../../report/pair-insights.ts'
import type { RecurringFinding } from '../../../report/reviews.ts'
import { signed } from '../../../report/standing-words.ts'
import type { Figure } from '../../../report/wording.ts'
import type { Palette } from './display-width.ts'
import { grouped, percent, quantity } from './numbers-text.ts'
import { table } from './table.ts'

/** Insights as a person reads them. Every share says out of how many. */
export function insightsText(report: InsightsReport, colour: Palette, width: number | undefined): string {
  const part = (title: string, rows: readonly (readonly string[])[], isLastProse = false) =>
    rows.length === 0 ? [] : ['', colour.bold(title), table(rows, { indent: 2, width, isLastProse }).trimEnd()]
  const skills = skillLines(report, part)
  if (report.verdicts === 0)
    return [
      `Not enough data: no verdict${narrowed(report)} is on record.`,
      'mettle deliberation record keeps what the roles say.',
      ...skills,
    ].join('\n')
  return present([
    `${quantity(report.verdicts, 'verdict')}${narrowed(report)} in ${quantity(report.runs, 'run')}${report.read.capped ? `, from the newest ${grouped(report.read.most)} of ${quantity(report.read.total, 'fact')}` : ''}`,
    report.read.archived !== 0 &&
      colour.yellow(
        `${quantity(report.read.archived, 'older event')} in the archive were not read. To read them: mettle forget --restore`,
      ),
    !report.enough && colour.yellow(`Not enough data yet: the figures settle from about ${report.enoughRuns} runs on.`),
    ...part(
      'How often a role says PASS',
      report.roles.map(({ role, passRate, runs, judgement }) => {
        return [role, `${figure(passRate)} in ${quantity(runs, 'run')}`, JUDGED[judgement]]
      }),
    ),
    ...part('Challenger and validator', report.pairs.flatMap(pairRows)),
    ...part('Findings', report.recurring.map(findingRow), true),
    ...(report.trends === undefined
      ? []
      : [
          ...part(`PASS, last ${report.trends.days} days against before`, report.trends.passRates.map(trendRow)),
          ...part(`Agreement, last ${report.trends.days} days against before`, report.trends.agreements.map(trendRow)),
        ]),
    ...skills,
  ]).join('\n')
}

/** ` of judge in phase review` */
function narrowed({ role, phase }: InsightsReport): string {
  return `${role === undefined ? '' : ` of ${role}`}${phase === undefined ? '' : ` in phase ${phase}`}`
}

type ShowPart = (title: string, rows: readonly (readonly string[])[]) => string[]

function skillLines({ skills, enoughRuns }: InsightsReport, part: ShowPart): string[] {
  if (skills === undefined) return []
  if (skills.length === 0) return ['', 'No outcome names a skill yet.']
  const runs = Math.max(...skills.map((skill) => skill.runs))
  const rows = skills.map(({ skill, passRate, failures, judgement }) => {
    return [skill, `ended well ${figure(passRate)}`, quantity(failures, 'failure'), JUDGED[judgement]]
  })
  return [
    ...part('How runs end that use a skill', rows),
    ...(runs < enoughRuns ? [`  Not enough data yet: no skill has ${enoughRuns} runs.`] : []),
  ]
}

const JUDGED = { low: 'low: below 50%', fine: '', 'not enough data': 'not enough data' }

function pairRows(pair: PairInsight): string[][] {
  const { challengerOnly, validatorOnly, stricter } = pair.asymmetry
  const warning = pair.groupthink ? '; they agree so often that one may add nothing (groupthink)' : ''
  return [
    [`${pair.challenger}, ${pair.validator}`, 'agree', `${figure(pair.agreement)}: ${pair.alignment}${warning}`],
    ['', 'FAIL alone', `challenger ${challengerOnly}, validator ${validatorOnly}; stricter: ${stricter}`],
    ['', 'new findings', `${figure(pair.novelty)} of what the validator raised`],
  ]
}

function findingRow(finding: RecurringFinding): string[] {
  const { state, raised, works, fixed, regressed, summary, file, fix } = finding
  const counts = `raised ${raised}x in ${quantity(works, 'issue')}, fixed ${fixed}x, back ${regressed}x`
  return [state, counts, file ?? '', fix === undefined ? summary : `${summary} (fix: ${fix})`]
}

function trendRow({ of, before, now, change }: Trend): string[] {
  const said = typeof change === 'string' ? change : signed(change) === '0' ? 'as before' : `${signed(change)} points`
  return [of, figure(before), '->', figure(now), said]
}

function figure({ value, n }: Figure): string {
  return typeof value === 'string' ? `${value} (n ${n})` : `${percent(value)} (n ${n})`
}
