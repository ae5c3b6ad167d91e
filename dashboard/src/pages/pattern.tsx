import { useState } from 'preact/hooks'
import type { PatternHistory } from '../../../src/loop/patterns/histories.ts'
import type { PatternsMerged } from '../../../src/loop/patterns/merge-patterns.ts'
import type { PatternView } from '../../../src/loop/patterns/patterns.ts'
import type { UpliftReport } from '../../../src/loop/reports/uplift.ts'
import type { ReceiptView } from '../../../src/loop/runs/list-runs.ts'
import { evidenceRows } from '../../../src/report/standing-words.ts'
import type { WhyPattern } from '../../../src/report/why/why-pattern.ts'
import { post } from '../api.ts'
import { LineChart } from '../charts/line-chart.tsx'
import { UpliftPlot } from '../charts/uplift-plot.tsx'
import { askReason } from '../parts/ask-reason.tsx'
import { Chip } from '../parts/chip.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { Empty, isAwaited, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { attempt } from '../parts/toast.tsx'
import { type Resource, useResource } from '../resource.ts'
import { goTo, linkTo } from '../router.ts'
import { counted, percent, spoken } from '../words.ts'

/** One pattern: its words, what it is worth and why, how it came there, where it was shown, and what a person may do. */
export function PatternPage({ id }: { id: string }) {
  const path = `patterns/${encodeURIComponent(id)}`
  const view = useResource<PatternView>(path)
  const why = useResource<WhyPattern>(`${path}/why`)
  const history = useResource<PatternHistory>(`${path}/history`)
  const receipts = useResource<ReceiptView[]>('receipts', { pattern: id, limit: MOST_SHOWN })
  const uplift = useResource<UpliftReport>('report/uplift', { pattern: id })
  const parts = [view, why, history, receipts, uplift]
  const shown = isAwaited(parts) ? undefined : view.data
  return (
    <Page
      title={shown?.text ?? 'Pattern'}
      lead={shown === undefined ? ' ' : <Lead {...shown} />}
      actions={shown === undefined ? null : <Deeds view={shown} />}
    >
      <Whole of={parts}>
        <Shown of={view}>
          {(data) => (
            <>
              <Numbers view={data} />
              <Section title="How probable it is that it helps" aside="after each event about it">
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
              </Section>
              <Section title="What showing it changes" aside="by what was withheld from runs at random">
                <Shown of={uplift} lines={2}>
                  {({ patterns }) => (
                    <UpliftPlot
                      label="What showing this pattern changes"
                      rows={patterns.map((one) => ({ name: 'this pattern', uplift: one }))}
                    />
                  )}
                </Shown>
              </Section>
              <div class="columns">
                <Section title="Why">
                  <Shown of={why}>{(told) => <Reasons why={told} />}</Shown>
                </Section>
                <Section title="How its status changed">
                  <Shown of={history}>{(told) => <Steps history={told} />}</Shown>
                </Section>
              </div>
              <Words view={data} />
              <Where id={data.pattern.id} receipts={receipts} />
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
      <Chip of={standing.status} /> {standing.because}. <code>{pattern.id}</code> · {pattern.role} · {pattern.category}
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
          value: standing.runs === 0 ? '–' : percent(standing.helps, 1),
          note: `from ${counted(standing.runs, 'run')}`,
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

function Reasons({ why: { standing, notes, byAxes, arithmetic } }: { why: WhyPattern }) {
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
      <h3>What would change it</h3>
      <ul class="plain-list">
        {standing.next.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <ul class="plain-list quiet">
        {[...notes, ...(byAxes === undefined ? [] : [byAxes])].map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <details>
        <summary>Arithmetic</summary>
        <p class="formula">{arithmetic}</p>
      </details>
    </>
  )
}

/** Only the moments at which the status changed. */
function Steps({ history: { moments } }: { history: PatternHistory }) {
  const steps = moments.filter(({ status }, index) => status !== moments[index - 1]?.status)
  return (
    <ul class="facts">
      {[...steps].reverse().map(({ event, at, status, words }) => (
        <li key={event}>
          <Time at={at} />
          <span>
            <Chip of={status} /> {words}
          </span>
        </li>
      ))}
    </ul>
  )
}

function Words({ view: { pattern, merged = [], ties } }: { view: PatternView }) {
  const terms: [string, readonly string[]][] = [
    ['Also worded as', pattern.aliases],
    ['Merged into it', merged.map((one) => one.pattern.text)],
    ['For agents', pattern.appliesTo],
    ['For repositories', pattern.repositories ?? []],
    ['Files', pattern.files],
    ['Labels', pattern.labels],
    ['Tags', pattern.tags],
    ['Informed by', (ties?.informedBy ?? []).map((tie) => tie.pattern)],
    ['Informs', (ties?.informs ?? []).map((tie) => tie.pattern)],
  ]
  const known = terms.filter(([, values]) => values.length > 0)
  return known.length === 0 ? null : (
    <Section title="Words and surroundings">
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

function Where({ id, receipts }: { id: string; receipts: Resource<ReceiptView[]> }) {
  return (
    <Section title="Where it was shown" aside={`the newest ${MOST_SHOWN}`}>
      <Shown of={receipts}>
        {(found) =>
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
                  cell: ({ run = '' }) => <a href={linkTo(`runs/${run}`)}>{run}</a>,
                  isWide: true,
                },
                { name: 'Surface', cell: ({ surface }) => spoken(surface), isExtra: true },
                { name: 'Place', cell: (receipt) => placeIn(receipt, id), align: 'right', isExtra: true },
                { name: 'Came to', cell: ({ tier }) => (tier === undefined ? '–' : <Chip of={tier} />) },
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
  return withheld.some(({ pattern }) => pattern === id) ? <Chip of="withheld" /> : 'no room'
}

const FIRST_FACTS = 15

function Timeline({ why: { timeline, archived = 0 } }: { why: WhyPattern }) {
  const [isWhole, setWhole] = useState(false)
  return (
    <>
      <ul class="facts">
        {timeline.slice(0, isWhole ? timeline.length : FIRST_FACTS).map(({ event, at, what, run }) => (
          <li key={event}>
            <Time at={at} />
            <span>
              {what}{' '}
              {run === undefined ? null : (
                <a class="quiet mono" href={linkTo(`runs/${run}`)}>
                  {run}
                </a>
              )}
            </span>
          </li>
        ))}
      </ul>
      {isWhole || timeline.length <= FIRST_FACTS ? null : (
        <div class="more">
          <button type="button" onClick={() => setWhole(true)}>
            Show all {timeline.length}
          </button>
        </div>
      )}
      {archived === 0 ? null : <p class="quiet">{archived} older events are in an archive.</p>}
    </>
  )
}

function Deeds({ view: { pattern, standing } }: { view: PatternView }) {
  const path = `patterns/${encodeURIComponent(pattern.id)}`
  const decide = async (deed: 'promote' | 'deprecate' | 'reset') => {
    const given = await askReason({
      title: `${NAMES[deed]} this pattern?`,
      detail: WHAT_IT_DOES[deed],
      action: NAMES[deed],
      isGrave: deed === 'deprecate',
    })
    if (given === undefined) return
    const back = deed === 'reset' ? {} : { undo: () => post(`${path}/reset`, { reason: `undo: ${given.reason}` }) }
    await attempt(() => post(`${path}/${deed}`, { reason: given.reason }), { done: DONE[deed], ...back })
  }
  const edit = async () => {
    const text = { label: 'New words', value: pattern.text }
    const given = await askReason({ title: 'Edit the words', action: 'Save', text })
    if (given === undefined) return
    const undo = () => post(`${path}/edit`, { text: pattern.text, reason: `undo: ${given.reason}` })
    await attempt(() => post(`${path}/edit`, { text: given.text, reason: given.reason }), {
      done: 'Edited.',
      undo,
    })
  }
  const merge = async () => {
    const given = await askReason({
      title: 'Merge into another pattern',
      detail: 'Its evidence stays its own; the other one is shown from now on.',
      action: 'Merge',
      text: { label: 'Id of the other pattern', value: '' },
    })
    if (given === undefined) return
    const into = given.text.trim()
    let merged: PatternsMerged | undefined
    const isDone = await attempt(
      async () => {
        merged = await post<PatternsMerged>(`${path}/merge`, { into, reason: given.reason })
      },
      {
        done: 'Merged.',
        undo: () => post('undo', { event: merged?.event, reason: `undo: ${given.reason}` }),
      },
    )
    if (isDone) goTo(linkTo(`patterns/${into}`))
  }
  const setAside = async () => {
    const deed = pattern.quarantined ? 'release' : 'quarantine'
    const back = pattern.quarantined ? 'quarantine' : 'release'
    const given = await askReason({
      title: pattern.quarantined ? 'Vouch for this pattern?' : 'Hold this pattern?',
      detail: pattern.quarantined
        ? 'It may be shown again, wherever it came from.'
        : 'No run will be shown it until someone vouches for it.',
      action: pattern.quarantined ? 'Release' : 'Hold',
    })
    if (given === undefined) return
    const undo = () => post(`${path}/${back}`, { reason: `undo: ${given.reason}` })
    await attempt(() => post(`${path}/${deed}`, { reason: given.reason }), {
      done: pattern.quarantined ? 'Released.' : 'Held.',
      undo,
    })
  }
  const { lifecycle, maturity } = pattern.decisions
  const isDecided = lifecycle !== undefined || maturity !== undefined
  const isPromoted = lifecycle?.kind === 'promote' || maturity?.kind === 'promote'
  return (
    <>
      <button
        type="button"
        class="primary"
        disabled={standing.status === 'retired' || isPromoted}
        onClick={() => void decide('promote')}
      >
        Promote
      </button>
      <button type="button" disabled={standing.status === 'retired'} onClick={() => void decide('deprecate')}>
        Retire
      </button>
      <button type="button" disabled={!isDecided} onClick={() => void decide('reset')}>
        Reset
      </button>
      <button type="button" onClick={() => void edit()}>
        Edit
      </button>
      <button type="button" onClick={() => void merge()}>
        Merge
      </button>
      <button type="button" onClick={() => void setAside()}>
        {pattern.quarantined ? 'Release' : 'Hold'}
      </button>
    </>
  )
}

const WHAT_IT_DOES = {
  promote: 'It becomes proven, and stays so until someone resets it.',
  deprecate: 'No run will be shown it, until someone resets it.',
  reset: 'The decision is taken back, and the evidence decides again.',
}

const DONE = { promote: 'Promoted.', deprecate: 'Retired.', reset: 'Reset. The evidence decides again.' }
const NAMES = { promote: 'Promote', deprecate: 'Retire', reset: 'Reset' }
