import type { Status as PatternStatus } from '../../../src/domain/values/pattern.ts'
import type { Status } from '../../../src/loop/reports/overview.ts'
import type { QuietPart } from '../../../src/loop/reports/silent-components.ts'
import type { UpliftReport } from '../../../src/loop/reports/uplift.ts'
import type { ApprovalView } from '../../../src/loop/views/approval-view.ts'
import type { Day, LoopReport, SharpRow } from '../../../src/report/loop-report.ts'
import type { DescribedEvent } from '../../../src/report/tell-fact.ts'
import { DayBars } from '../charts/day-bars.tsx'
import { ShareBar } from '../charts/share-bar.tsx'
import { UpliftPlot, type UpliftRow } from '../charts/uplift-plot.tsx'
import { Facts } from '../parts/facts.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { type Resource, useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { counted, number, percent } from '../words.ts'

const DAYS = 56
const MOST_MEASURED = 5

/** Is the loop alive, is it helping, and what needs a person. */
export function Overview() {
  const status = useResource<Status>('status')
  const helping = {
    report: useResource<LoopReport>('report'),
    daily: useResource<Day[]>('daily', { days: DAYS }),
    uplift: useResource<UpliftReport>('report/uplift', { limit: MOST_MEASURED }),
    timeline: useResource<DescribedEvent[]>('timeline', { limit: 12 }),
  }
  const approvals = useResource<ApprovalView[]>('approvals', { states: 'open' })
  return (
    <Page title="Overview" lead={status.data === undefined ? ' ' : <Where {...status.data} />}>
      <Whole of={[status, approvals, helping.report]}>
        <Shown of={status} lines={3}>
          {(data) =>
            data.events === 0 ? (
              <FirstSteps />
            ) : (
              <>
                <Proof of={helping.report.data} />
                <NeedsYou status={data} approvals={approvals.data ?? []} />
                <Alive status={data} />
                <SharpTable rows={helping.report.data?.sharp} />
                <Whole of={Object.values(helping)}>
                  <Helping {...helping} />
                </Whole>
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

/** How often known mistakes came back in runs with lessons and in runs without, and what that cost. */
function Proof({ of: { relapse, cost } = {} }: { of: Partial<LoopReport> | undefined }) {
  return (
    <>
      {relapse === undefined ? null : <p class="proof">{relapse.words}</p>}
      {cost === undefined ? null : <p class="lead">{cost.words}</p>}
    </>
  )
}

/** What else differs between the two; `mettle report` also lists what cannot be compared yet. */
function SharpTable({ rows = [] }: { rows: readonly SharpRow[] | undefined }) {
  const compared = rows.filter(({ difference }) => difference !== undefined)
  if (compared.length === 0) return null
  return (
    <Section
      title="With and without lessons"
      aside="sessions with every lesson that fits, and sessions without some, drawn at random"
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
      <p>Tell it something, or connect an agent; this page fills by itself.</p>
      <pre>{'mettle init\nmettle learning record --lesson "Always run the migrations before the tests"'}</pre>
      <p>
        To see a full one, play the demo: <code>mettle demo</code>
      </p>
    </Empty>
  )
}

function Alive({ status: { heartbeats, quiet, patterns, runs, events, failures } }: { status: Status }) {
  const last = (part: string) => heartbeats[part]
  const beat = (part: string) => {
    const at = last(part)
    return at === undefined ? 'never' : <Time at={at} />
  }
  const tone = (part: QuietPart) => (quiet.parts.includes(part) ? ({ tone: 'warn' } as const) : {})
  return (
    <Figures
      of={[
        { label: 'Last captured', value: beat('capture'), ...tone('capture') },
        { label: 'Last learned', value: beat('learn'), ...tone('learn') },
        { label: 'Last shown to a run', value: beat('inject'), ...tone('inject') },
        {
          label: 'Patterns',
          value: number(patterns.showable),
          note: `of ${number(patterns.all)} may be shown`,
          href: linkTo('patterns'),
        },
        { label: 'Runs', value: number(runs), note: counted(events, 'event'), href: linkTo('runs') },
        {
          label: 'Errors in Mettle',
          value: number(failures),
          href: linkTo('health'),
          ...(failures > 0 ? { tone: 'warn' as const } : {}),
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

function NeedsYou({ status, approvals }: { status: Status; approvals: readonly ApprovalView[] }) {
  const { troubles, overlays, learnings, policyIsCurrent, suggestions } = status
  const decisions = suggestions.map(({ deed, text, pattern }) => ({
    text: `Suggested by the evidence: ${deed} “${text}”`,
    href: linkTo(`patterns/${pattern}`),
    act: 'Decide',
  }))
  const troubled: Need[] = [
    [
      approvals.length,
      `${counted(approvals.length, 'step')} of an agent ${approvals.length === 1 ? 'needs' : 'need'} your approval`,
      'approvals',
      'Answer',
    ],
    [
      troubles.struckOut,
      `${counted(troubles.struckOut, 'task')} failed three times: its design needs another look`,
      'errors',
      'Look',
    ],
    [troubles.openErrors, counted(troubles.openErrors, 'open error'), 'errors', 'Look'],
    [overlays.stale.length, `The overlay of ${overlays.stale.join(', ')} has had no news for long`, 'policy', 'Review'],
    [learnings.pending, `${counted(learnings.pending, 'learning')} waits for mettle learn`, 'health', 'Look'],
    [policyIsCurrent ? 0 : 1, 'The documents were folded under another policy: mettle rebuild', 'health', 'Look'],
  ].flatMap(([count, text, path, act]) =>
    count === 0 ? [] : [{ text: String(text), href: linkTo(String(path)), act: String(act) }],
  )
  const needs = [...troubled, ...decisions]
  return (
    <Section title="Needs you">
      {needs.length === 0 ? (
        <p class="quiet">Nothing waits for a person.</p>
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
      <Section title="Is it helping" aside="runs by how they ended, the last eight weeks">
        <Shown of={daily} lines={5}>
          {(days) => (
            <>
              <p class="lead">{trendOf(days)}</p>
              <DayBars label="Runs by how they ended" days={days.map(barOf)} />
            </>
          )}
        </Shown>
      </Section>
      <Section title="What showing patterns changes" aside="by what was withheld from runs at random">
        <Shown of={uplift} lines={3}>
          {(told) => <UpliftPlot label="What showing patterns changes" rows={measured(told)} />}
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
                  runs ended well; {counted(outcomes.unknown, 'run')} without an observer.
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
  const now = `${percent(after.well, after.of)} of the last four weeks’ runs ended well`
  if (before.of === 0) return `${now}.`
  return `${now}, ${percent(before.well, before.of)} of those in the four weeks before.`
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
      { name: 'in part', tone: 'warn', count: partial },
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
