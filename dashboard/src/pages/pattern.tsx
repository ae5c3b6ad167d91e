import { chance } from '../../../src/domain/numbers.ts'
import type { PatternHistory } from '../../../src/loop/patterns/histories.ts'
import type { PatternsMerged } from '../../../src/loop/patterns/merge-patterns.ts'
import type { PatternView } from '../../../src/loop/patterns/patterns.ts'
import type { UpliftReport } from '../../../src/loop/reports/uplift.ts'
import type { ReceiptView } from '../../../src/loop/runs/list-runs.ts'
import { evidenceRows } from '../../../src/report/standing-words.ts'
import type { WhyPattern } from '../../../src/report/why/why-pattern.ts'
import { post, type Rows } from '../api.ts'
import { LineChart } from '../charts/line-chart.tsx'
import { UpliftPlot } from '../charts/uplift-plot.tsx'
import { Act } from '../parts/act.tsx'
import { decide } from '../parts/ask-reason.tsx'
import { Chip } from '../parts/chip.tsx'
import { DECISIONS, decidePatterns } from '../parts/decide-patterns.ts'
import { Figures, Page, Section } from '../parts/page.tsx'
import { InPages } from '../parts/pager.tsx'
import { PatternPicker } from '../parts/pattern-picker.tsx'
import { RunLink, RunName } from '../parts/run-name.tsx'
import { Empty, isAwaited, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { type Resource, useResource, useRows } from '../resource.ts'
import { goTo, linkTo } from '../router.ts'
import { counted, percent, surfaceName, taskName, withoutCommand } from '../words.ts'

/** One pattern: its text, its value and why, its origin, where it was shown, and the actions on it. */
export function PatternPage({ id }: { id: string }) {
  const path = `patterns/${encodeURIComponent(id)}`
  const view = useResource<PatternView>(path)
  const why = useResource<WhyPattern>(`${path}/why`)
  const receipts = useRows<ReceiptView>('receipts', { pattern: id, limit: MOST_SHOWN })
  const uplift = useResource<UpliftReport>('report/uplift', { pattern: id })
  const parts = [view, why, receipts, uplift]
  // The history of a frequently used pattern loads slowly, so nothing waits for it.
  const history = useResource<PatternHistory>(isAwaited(parts) ? undefined : `${path}/history`)
  const shown = isAwaited(parts) ? undefined : view.data
  return (
    <Page
      title={shown?.text ?? 'Pattern'}
      lead={shown === undefined ? ' ' : <Lead {...shown} />}
      actions={shown === undefined ? null : <Actions view={shown} />}
    >
      <Whole of={parts}>
        <Shown of={view}>
          {(data) => (
            <>
              <Numbers view={data} />
              <Section
                title="How probable it is that it helps"
                aside={
                  history.data?.isCut ? 'after each of the newest 2,000 events about it' : 'after each event about it'
                }
              >
                <div class="life-chart">
                  <Shown of={history}>
                    {({ moments }) => (
                      <LineChart
                        label="Probability that it helps"
                        points={moments.map(({ at, helps, words }) => ({ at, value: helps, words }))}
                        tell={(value) => percent(value, 1)}
                        isStepped
                      />
                    )}
                  </Shown>
                </div>
              </Section>
              <Section title="What showing it changes" aside="how often runs end well, by what was withheld at random">
                <Shown of={uplift} lines={2}>
                  {({ patterns }) => (
                    <UpliftPlot
                      label="What showing this pattern changes"
                      rows={patterns.map((one) => ({ name: 'this pattern', uplift: one }))}
                    />
                  )}
                </Shown>
              </Section>
              <Conflicts view={data} />
              <div class="columns">
                <Section title="Why">
                  <Shown of={why}>{(told) => <Reasons why={told} />}</Shown>
                </Section>
                <Words view={data} />
              </div>
              <Where id={data.pattern.id} receipts={receipts} />
              <Section title="How its status changed">
                <Shown of={history}>{(told) => <Steps history={told} />}</Shown>
              </Section>
              <Section title="Every event behind it">
                <Shown of={why}>{(told) => <Timeline why={told} />}</Shown>
              </Section>
            </>
          )}
        </Shown>
      </Whole>
    </Page>
  )
}

function Lead({ pattern, standing }: PatternView) {
  return (
    <>
      <Chip of={standing.status} /> {standing.because}. <code>{pattern.id}</code> · from {pattern.role} · a{' '}
      {pattern.category}
    </>
  )
}

function Numbers({ view: { standing, pattern } }: { view: PatternView }) {
  const { applied } = standing.evidence
  return (
    <Figures
      of={[
        {
          label: 'Likely to help',
          value: standing.runs === 0 ? '–' : chance(standing.helps),
          note: `${standing.decidedBy === undefined ? 'from' : 'by its'} ${counted(standing.runs, 'run')}`,
        },
        {
          label: 'Runs that followed it',
          value: applied.runs,
          note: applied.runs === 0 ? 'none yet' : `${percent(applied.succeeded, applied.runs)} ended well`,
        },
        {
          label: 'Seen',
          value: pattern.sightings,
          note: (
            <>
              last used <Time at={pattern.lastUsedAt} />
            </>
          ),
        },
      ]}
    />
  )
}

export function Reasons({ why: { standing, notes, arithmetic } }: { why: WhyPattern }) {
  const rows = evidenceRows(standing)
  return (
    <>
      {rows.length === 0 ? null : (
        <table class="evidence">
          <thead>
            <tr>
              <th scope="col">Runs that</th>
              <th scope="col">Runs</th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, runs, well]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{runs}</td>
                <td>{well}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {standing.next.length === 0 ? null : (
        <>
          <h3>What would change it</h3>
          <ul class="plain-list">
            {standing.next.map((line) => (
              <li key={line}>{withoutCommand(line)}</li>
            ))}
          </ul>
        </>
      )}
      <ul class="plain-list quiet">
        {notes.map((line) => (
          <li key={line}>{withoutCommand(line)}</li>
        ))}
      </ul>
      <details>
        <summary>Arithmetic</summary>
        <p class="formula">{arithmetic}</p>
      </details>
    </>
  )
}

/** Patterns that say the opposite; agents are never shown both. */
function Conflicts({ view: { pattern, conflicts = [] } }: { view: PatternView }) {
  return conflicts.length === 0 ? null : (
    <Section title="In conflict with">
      <ul class="needs">
        {conflicts.map(({ pattern: other, text, reason }) => (
          <li key={other}>
            <span>
              {text || other}
              <br />
              <small>{reason}</small>
            </span>
            <a href={linkTo(`compare/${pattern.id}/${other}`)}>Compare</a>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Only the moments at which the status changed. */
function Steps({ history: { moments } }: { history: PatternHistory }) {
  const steps = moments.filter(({ status }, index) => status !== moments[index - 1]?.status)
  return (
    <InPages of={[...steps].reverse()} size={PART}>
      {(part) => (
        <ul class="facts">
          {part.map(({ event, at, status, words }) => (
            <li key={event}>
              <Time at={at} />
              <span>
                <Chip of={status} /> {words}
              </span>
            </li>
          ))}
        </ul>
      )}
    </InPages>
  )
}

function Words({ view: { pattern, merged = [], ties } }: { view: PatternView }) {
  const terms: [string, readonly string[]][] = [
    ['Other wordings', pattern.aliases],
    ['Merged into it', merged.map((one) => one.pattern.text)],
    ['For agents', pattern.appliesTo.map((name) => (name === '*' ? 'all' : name))],
    ['For repositories', pattern.repositories ?? []],
    ['Files', pattern.files],
    ['Labels', pattern.labels],
    ['Tags', pattern.tags],
    ['Informed by', (ties?.informedBy ?? []).map((tie) => tie.pattern)],
    ['Informs', (ties?.informs ?? []).map((tie) => tie.pattern)],
  ]
  const known = terms.filter(([, values]) => values.length > 0)
  return known.length === 0 ? null : (
    <Section title="Details">
      <dl class="terms">
        {known.map(([term, values]) => (
          <>
            <dt key={term}>{term}</dt>
            <dd key={`${term}=`}>{values.join(' · ')}</dd>
          </>
        ))}
      </dl>
    </Section>
  )
}

const MOST_SHOWN = 20

function Where({ id, receipts }: { id: string; receipts: Resource<Rows<ReceiptView>> }) {
  const isCut = receipts.data?.next !== undefined
  return (
    <Section title="Where it was shown" aside={isCut ? `the newest ${MOST_SHOWN}` : ''}>
      <Shown of={receipts}>
        {({ rows: found }) =>
          found.length === 0 ? (
            <Empty title="No run has seen it yet." />
          ) : (
            <Table
              label="Receipts that name this pattern"
              rows={found}
              keyOf={({ receipt }) => receipt}
              linkOf={({ receipt }) => linkTo(`receipts/${receipt}`)}
              columns={[
                { name: 'When', cell: ({ at }) => <Time at={at} /> },
                {
                  name: 'Run',
                  cell: ({ run = '', request }) => (
                    <a href={linkTo(`runs/${run}`)}>
                      {request.task === undefined ? <RunName id={run} /> : taskName(request.task.slice(0, 120))}
                    </a>
                  ),
                  isWide: true,
                },
                { name: 'Shown', cell: ({ surface }) => surfaceName(surface), isExtra: true },
                { name: 'Place', cell: (receipt) => placeIn(receipt, id), align: 'right', isExtra: true },
                { name: 'Use', cell: ({ tier = '–' }) => tier },
                {
                  name: 'Run ended',
                  cell: ({ result }) => (result === undefined ? '–' : <Chip of={result} />),
                },
              ]}
            />
          )
        }
      </Shown>
    </Section>
  )
}

function placeIn({ items, withheld }: ReceiptView, id: string) {
  const index = items.findIndex(({ pattern }) => pattern === id)
  if (index >= 0) return `${index + 1} of ${items.length}`
  return withheld.some(({ pattern }) => pattern === id) ? '–' : 'no room'
}

const PART = 15

function Timeline({ why: { timeline, archived = 0 } }: { why: WhyPattern }) {
  return (
    <>
      <InPages of={timeline} size={PART}>
        {(part) => (
          <ul class="facts">
            {part.map(({ event, at, what, run }) => (
              <li key={event}>
                <Time at={at} />
                <span>
                  {what} {run === undefined ? null : <RunLink id={run} isQuiet />}
                </span>
              </li>
            ))}
          </ul>
        )}
      </InPages>
      {archived === 0 ? null : <p class="quiet">{archived} older events are in an archive.</p>}
    </>
  )
}

function Actions({ view: { pattern, standing } }: { view: PatternView }) {
  const path = `patterns/${encodeURIComponent(pattern.id)}`
  const edit = () =>
    decide(
      { title: 'Edit the text', about: pattern.id, action: 'Save', text: { label: 'New text', value: pattern.text } },
      ({ text, reason }) => post(`${path}/edit`, { text, reason }),
      {
        done: 'Edited.',
        undo: ({ reason }) => post(`${path}/edit`, { text: pattern.text, reason: `undo: ${reason}` }),
      },
    )
  const merge = async () => {
    let merged: PatternsMerged | undefined
    let into = ''
    const isDone = await decide(
      {
        title: 'Merge into another pattern',
        about: pattern.id,
        detail: 'Agents are shown the other pattern from now on. Each keeps its own evidence.',
        action: 'Merge',
        pick: (choose) => <PatternPicker near={pattern} choose={choose} />,
      },
      async ({ picked, reason }) => {
        into = picked
        merged = await post<PatternsMerged>(`${path}/merge`, { into, reason })
      },
      { done: 'Merged.', undo: ({ reason }) => post('undo', { event: merged?.event, reason: `undo: ${reason}` }) },
    )
    if (isDone) goTo(linkTo(`patterns/${into}`))
  }
  const { lifecycle, maturity } = pattern.decisions
  const isDecided = lifecycle !== undefined || maturity !== undefined
  const isPromoted = lifecycle?.kind === 'promote' || maturity?.kind === 'promote'
  const isRetired = standing.status === 'retired'
  const held = pattern.quarantined ? 'release' : 'quarantine'
  return (
    <>
      <Act isPrimary disabled={isRetired || isPromoted} on={() => decidePatterns('promote', [pattern.id])}>
        Promote
      </Act>
      <Act disabled={isRetired} on={() => decidePatterns('deprecate', [pattern.id])}>
        Retire
      </Act>
      <Act disabled={!isDecided} on={() => decidePatterns('reset', [pattern.id])}>
        Reset
      </Act>
      <Act on={edit}>Edit</Act>
      <Act on={merge}>Merge</Act>
      <Act on={() => decidePatterns(held, [pattern.id])}>{DECISIONS[held].name}</Act>
    </>
  )
}
