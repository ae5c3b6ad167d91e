import { useState } from 'preact/hooks'
import type { Status as PatternStatus } from '../../../src/domain/values/pattern.ts'
import type { News } from '../../../src/loop/journal/feed.ts'
import type { Status } from '../../../src/loop/reports/overview.ts'
import type { QuietPart } from '../../../src/loop/reports/silent-components.ts'
import type { UpliftReport } from '../../../src/loop/reports/uplift.ts'
import type { ApprovalView } from '../../../src/loop/views/approval-view.ts'
import type { Day, LoopReport } from '../../../src/report/loop-report.ts'
import type { DescribedEvent } from '../../../src/report/tell-fact.ts'
import { DayBars } from '../charts/day-bars.tsx'
import { EstimateChart } from '../charts/estimate-chart.tsx'
import { ShareBar } from '../charts/share-bar.tsx'
import { UpliftPlot, type UpliftRow } from '../charts/uplift-plot.tsx'
import { Facts } from '../parts/facts.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { type Resource, useResource, useRows } from '../resource.ts'
import { linkTo } from '../router.ts'
import { may } from '../session.ts'
import { counted, number, percent } from '../words.ts'

/** The days shown in charts, and those compared in words. */
const DAYS = 365
const COMPARED_DAYS = 56
const MOST_MEASURED = 5

/** Whether Mettle helps, what needs a person, and what changed since the last visit. */
export function Overview() {
  const status = useResource<Status>('status')
  const helping = {
    report: useResource<LoopReport>('report'),
    daily: useResource<Day[]>('daily', { days: DAYS }),
    uplift: useResource<UpliftReport>('report/uplift', { limit: MOST_MEASURED }),
    timeline: useResource<DescribedEvent[]>('timeline', { types: TELLING.join(','), limit: 12 }),
  }
  const approvals = useRows<ApprovalView>('approvals', { states: 'open', limit: 1 })
  return (
    <Page title="Overview" lead={status.data === undefined ? ' ' : <Where {...status.data} />}>
      <Whole of={[status, approvals, helping.report, helping.daily]}>
        <Shown of={status} lines={3}>
          {(data) =>
            data.events === 0 ? (
              <FirstSteps />
            ) : (
              <>
                <Proof of={helping.report.data} days={helping.daily.data ?? []} />
                <NeedsYou status={data} approvals={approvals.data?.total ?? 0} />
                <SinceLastVisit status={data} />
                <SharpTable of={helping.report.data} />
                <Whole of={Object.values(helping)}>
                  <Helping {...helping} />
                </Whole>
                <Section title="Is it running">
                  <Alive status={data} />
                </Section>
              </>
            )
          }
        </Shown>
      </Whole>
    </Page>
  )
}

function Where({ project, organisation }: Status) {
  return (
    <>
      Project <code>{project}</code>
      {organisation === 'local' ? '' : ` of ${organisation}`}
    </>
  )
}

const TOO_EARLY =
  'Too early to say whether Mettle helps: no run so far could have repeated a mistake that a lesson is about.'

interface ProofProps {
  readonly of: Partial<LoopReport> | undefined
  readonly days: readonly Day[]
}

/** How often known mistakes came back in runs with lessons and in runs without, and what that cost. */
function Proof({ of: { relapse, cost } = {}, days }: ProofProps) {
  return (
    <>
      <p class="proof">{relapse?.words ?? TOO_EARLY}</p>
      <EstimateChart label="Mistakes prevented, in points of a hundred runs" days={days} of={(day) => day.relapse} />
      {cost === undefined ? null : <p class="lead">{cost.words}</p>}
    </>
  )
}

/** What else differs between the two; `mettle report` also lists what cannot be compared yet. */
function SharpTable({
  of: { sharp = [], compared: last = 0, runs = 0 } = {},
}: {
  of: Partial<LoopReport> | undefined
}) {
  const compared = sharp.filter(({ difference }) => difference !== undefined)
  if (compared.length === 0) return null
  return (
    <Section
      title="With and without lessons"
      aside={`sessions that were shown every fitting lesson, against sessions from which some were withheld at random${
        last < runs ? `; the newest ${number(last)} of ${counted(runs, 'run')}` : ''
      }`}
    >
      <Table
        label="With and without lessons"
        rows={compared}
        keyOf={({ name }) => name}
        columns={[
          { name: 'A session', cell: ({ name }) => name, isWide: true },
          { name: 'With', cell: ({ means }) => means[0], align: 'right', isExtra: true },
          { name: 'Without', cell: ({ means }) => means[1], align: 'right', isExtra: true },
          { name: 'Difference', cell: ({ words }) => words, isWide: true },
        ]}
      />
    </Section>
  )
}

function FirstSteps() {
  return (
    <Empty title="The journal is empty.">
      <p>Connect an agent, or record a first lesson. This page updates by itself.</p>
      <pre>{'mettle init\nmettle learning record --lesson "Always run the migrations before the tests"'}</pre>
      <p>
        To see a journal with history, run the demo: <code>mettle demo</code>
      </p>
    </Empty>
  )
}

const MOST_EACH = 5
const MOST_DECIDED = 8

/** What happened between the last visit and this one. */
function SinceLastVisit({ status: { events, project } }: { status: Status }) {
  const [before] = useState(() => lastVisit(project, events))
  const news = useResource<News>(before === undefined ? undefined : 'news', { after: before?.position })
  const decided = useResource<DescribedEvent[]>(before === undefined ? undefined : 'timeline', {
    types: DECIDING.join(','),
    limit: MOST_DECIDED,
  })
  if (before === undefined) return null
  const later = (decided.data ?? []).filter(({ at }) => at > before.at)
  const { runs = [], patterns = [], more = false } = news.data ?? {}
  const least = more ? 'at least ' : ''
  return (
    <Section title="Since you last looked" aside={<Time at={before.at} />}>
      {news.data === undefined ? null : events === before.position ? (
        <p class="quiet">Nothing has happened.</p>
      ) : (
        <p>
          {least}
          {counted(runs.length, 'run')} active, {counted(patterns.length, 'pattern')} with new evidence,{' '}
          {counted(events - before.position, 'event')} in all.
        </p>
      )}
      {later.length < MOST_DECIDED ? null : <p class="quiet">The newest {MOST_DECIDED} decisions:</p>}
      <Facts of={later} />
    </Section>
  )
}

const DECIDING = [
  'learning-captured',
  'pattern-promoted',
  'pattern-deprecated',
  'pattern-reset',
  'pattern-edited',
  'pattern-merged',
  'pattern-quarantined',
  'pattern-contradicted',
]
/** Events that matter to a reader who was away; a run's page shows all of its events. */
const TELLING = [
  ...DECIDING,
  'session-started',
  'outcome-recorded',
  'error-recorded',
  'approval-asked',
  'approval-answered',
]
const VISIT_MS = 30 * 60_000

interface Visit {
  readonly position: number
  readonly at: number
}

/** The journal's position at this browser's last visit; visits within half an hour count as one. */
function lastVisit(project: string, position: number): Visit | undefined {
  const name = `mettle.visit.${project}`
  const kept = JSON.parse(localStorage.getItem(name) ?? '{}') as { before?: Visit; last?: Visit }
  const now = Date.now()
  const isNew = kept.last !== undefined && now - kept.last.at > VISIT_MS
  const before = isNew ? kept.last : kept.before
  localStorage.setItem(name, JSON.stringify({ before, last: { position, at: now } }))
  return before
}

function Alive({ status: { heartbeats, quiet, patterns, runs, events, failures } }: { status: Status }) {
  const last = (part: string) => heartbeats[part]
  const beat = (part: string) => {
    const at = last(part)
    return at === undefined ? 'never' : <Time at={at} />
  }
  const isWarning = (part: QuietPart) => quiet.parts.includes(part)
  return (
    <Figures
      of={[
        { label: 'Last captured', value: beat('capture'), isWarning: isWarning('capture') },
        { label: 'Last learned', value: beat('learn'), isWarning: isWarning('learn') },
        { label: 'Last shown to an agent', value: beat('inject'), isWarning: isWarning('inject') },
        {
          label: 'Patterns',
          value: number(patterns.showable),
          note: `of ${number(patterns.all)} are shown to agents`,
          href: linkTo('patterns'),
        },
        { label: 'Runs', value: number(runs), note: counted(events, 'event'), href: linkTo('runs') },
        {
          label: 'Errors in Mettle',
          value: number(failures),
          href: linkTo('health'),
          isWarning: failures > 0,
        },
      ]}
    />
  )
}

interface Need {
  readonly text: string
  readonly href: string
  readonly act: string
}

function NeedsYou({ status, approvals }: { status: Status; approvals: number }) {
  const { troubles, overlays, learnings, policyIsCurrent, suggestions, conflicts } = status
  const disputes = conflicts.map(({ pattern, with: other, reason }) => ({
    text: `Two patterns conflict: ${reason}`,
    href: linkTo(`compare/${pattern}/${other}`),
    act: 'Compare',
  }))
  const decisions = suggestions.map(({ action, text, pattern }) => ({
    text: `The evidence suggests to ${action} “${text}”`,
    href: linkTo(`patterns/${pattern}`),
    act: 'Decide',
  }))
  const troubled: Need[] = [
    [
      approvals,
      `${counted(approvals, 'step')} of an agent ${approvals === 1 ? 'needs' : 'need'} your approval`,
      'approvals',
      may('approve') ? 'Answer' : 'Look',
    ],
    [
      troubles.struckOut,
      `${counted(troubles.struckOut, 'task')} failed three times; review the approach before another attempt`,
      'errors',
      'Look',
    ],
    [troubles.openErrors, counted(troubles.openErrors, 'open error'), 'errors', 'Look'],
    [
      overlays.stale.length,
      `The stricter policy for ${overlays.stale.join(', ')} has had no new evidence for a long time`,
      'policy',
      'Review',
    ],
    [
      learnings.pending,
      `${counted(learnings.pending, 'learning')} not processed yet: run mettle learn`,
      'health',
      'Look',
    ],
    [policyIsCurrent ? 0 : 1, 'The policy changed since patterns were computed: run mettle rebuild', 'health', 'Look'],
  ].flatMap(([count, text, path, act]) =>
    count === 0 ? [] : [{ text: String(text), href: linkTo(String(path)), act: String(act) }],
  )
  const rest = (all: readonly Need[], what: string, path: string): Need[] =>
    all.length <= MOST_EACH
      ? []
      : [{ text: `${counted(all.length - MOST_EACH, `more ${what}`)}`, href: linkTo(path), act: 'Look' }]
  const needs = [
    ...troubled,
    ...disputes.slice(0, MOST_EACH),
    ...rest(disputes, 'pair of patterns in conflict', 'patterns?all=true'),
    ...decisions.slice(0, MOST_EACH),
    ...rest(decisions, 'decision', 'patterns?all=true&sort=helps'),
  ]
  return (
    <Section title="Needs you">
      {needs.length === 0 ? (
        <p class="quiet">Nothing needs you.</p>
      ) : (
        <ul class="needs">
          {needs.map(({ text, href, act }) => (
            <li key={text}>
              <span>{text}</span>
              <a href={href}>{act}</a>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

interface HelpingProps {
  readonly report: Resource<LoopReport>
  readonly daily: Resource<Day[]>
  readonly uplift: Resource<UpliftReport>
  readonly timeline: Resource<DescribedEvent[]>
}

function Helping({ report, daily, uplift, timeline }: HelpingProps) {
  return (
    <>
      <Section title="Trend: how runs ended" aside="a trend, not a comparison">
        <Shown of={daily} lines={5}>
          {(days) => (
            <>
              <p>{trendOf(days.slice(-COMPARED_DAYS))}</p>
              <DayBars label="Runs by how they ended" days={days.map(barOf)} />
            </>
          )}
        </Shown>
      </Section>
      <Section
        title="Effect of showing patterns"
        aside="how often runs end well; measured by withholding patterns from some runs at random"
      >
        <Shown of={uplift} lines={3}>
          {(told) => (
            <>
              <EstimateChart
                label="More runs that end well by adding one pattern, in points of a hundred runs"
                days={daily.data ?? []}
                of={(day) => day.uplift}
              />
              <UpliftPlot label="Effect of showing patterns" rows={measured(told)} />
            </>
          )}
        </Shown>
      </Section>
      <Section title="What runs were given" aside="patterns shown, and how many of them were applied">
        <Shown of={daily} lines={4}>
          {(days) => <DayBars label="Patterns shown to runs" days={days.map(usedOf)} height={120} />}
        </Shown>
      </Section>
      <div class="columns">
        <Section title="Where patterns stand">
          <Shown of={report}>
            {({ byStatus, outcomes }) => (
              <>
                <ShareBar label="Patterns by status" parts={sharesOf(byStatus)} />
                <br />
                <p class="quiet">
                  {percent(outcomes.success, outcomes.success + outcomes.partial + outcomes.failure)} of the observed
                  runs ended well{outcomes.unknown === 0 ? '' : `; nobody observed ${counted(outcomes.unknown, 'run')}`}
                  .
                </p>
              </>
            )}
          </Shown>
        </Section>
        <Section title="Lately">
          <Shown of={timeline}>{(facts) => <Facts of={facts} />}</Shown>
        </Section>
      </div>
    </>
  )
}

function measured({ line, whole, patterns }: UpliftReport): UpliftRow[] {
  return [
    { name: 'adding one pattern', uplift: line },
    ...(whole === undefined ? [] : [{ name: 'all lines', uplift: whole }]),
    ...patterns.map((one) => ({ name: one.text, href: linkTo(`patterns/${one.pattern}`), uplift: one })),
  ]
}

/** The older half of the days against the newer one; undecided runs do not count. */
function trendOf(days: readonly Day[]): string {
  const half = Math.floor(days.length / 2)
  const [before, after] = [days.slice(0, half), days.slice(half)].map((some) => {
    const sum = (of: (day: Day) => number) => some.reduce((total, day) => total + of(day), 0)
    return { well: sum((day) => day.success), of: sum((day) => day.success + day.partial + day.failure) }
  })
  if (before === undefined || after === undefined || after.of === 0)
    return 'No run has been observed in the last four weeks.'
  const now = `${percent(after.well, after.of)} of the runs of the last four weeks ended well`
  if (before.of === 0) return `${now}.`
  return `${now}, against ${percent(before.well, before.of)} in the four weeks before.`
}

function usedOf({ from, shown, applied }: Day) {
  return {
    from,
    parts: [
      { name: 'applied', tone: 'good', count: applied },
      { name: 'only shown', tone: 'quiet', count: Math.max(0, shown - applied) },
    ],
  }
}

function barOf({ from, success, partial, failure, unknown }: Day) {
  return {
    from,
    parts: [
      { name: 'ended well', tone: 'good', count: success },
      { name: 'partly', tone: 'warn', count: partial },
      { name: 'failed', tone: 'bad', count: failure },
      { name: 'not observed', tone: 'quiet', count: unknown },
    ],
  }
}

const TONES: { readonly [S in PatternStatus]: string } = {
  proven: 'good',
  helping: 'good',
  new: 'calm',
  warning: 'bad',
  held: 'warn',
  doubted: 'quiet',
  retired: 'quiet',
}

function sharesOf(counts: LoopReport['byStatus']) {
  return (Object.keys(TONES) as PatternStatus[]).map((status) => ({
    name: status,
    tone: TONES[status],
    count: counts[status],
    href: linkTo('patterns', { status }),
  }))
}
