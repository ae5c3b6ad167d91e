import { useState } from 'preact/hooks'
import type { PatternHistory } from '../../../src/loop/patterns/histories.ts'
import type { PatternsMerged } from '../../../src/loop/patterns/merge-patterns.ts'
import type { PatternView } from '../../../src/loop/patterns/patterns.ts'
import type { UpliftReport } from '../../../src/loop/patterns/uplift.ts'
import type { ReceiptView } from '../../../src/loop/runs/list-runs.ts'
import type { WhyPattern } from '../../../src/report/why/why-pattern.ts'
import { post } from '../api.ts'
import { LineChart } from '../charts/line-chart.tsx'
import { ScoreParts } from '../charts/score-parts.tsx'
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
import { percent, spoken } from '../words.ts'

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
      title={shown?.pattern.text ?? 'Pattern'}
      lead={shown === undefined ? ' ' : <Lead {...shown} />}
      actions={shown === undefined ? null : <Deeds view={shown} />}
    >
      <Whole of={parts}>
        <Shown of={view}>
          {(data) => (
            <>
              <Numbers view={data} />
              {data.belief === undefined ? null : (
                <Section title="What it is worth" aside="to work that it is about">
                  <Formula why={why} />
                </Section>
              )}
              <Section
                title={data.belief === undefined ? 'Score' : 'Score by counts'}
                aside="as it was, and unused from now on"
              >
                <Shown of={history}>
                  {({ moments, ahead }) => (
                    <LineChart
                      label="Score over time"
                      points={moments.map(({ at, score, words }) => ({ at, value: score, words }))}
                      ahead={ahead.map(({ at, score }) => ({ at, value: score }))}
                      isStepped
                    />
                  )}
                </Shown>
                <ScoreParts parts={data.standing.parts} />
                {data.belief === undefined ? <Formula why={why} /> : null}
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
                <Section title="Lifecycle and maturity">
                  <Shown of={history}>{(told) => <Steps history={told} />}</Shown>
                </Section>
              </div>
              <Words view={data} />
              <Where id={data.pattern.id} receipts={receipts} />
              <Section title="Every fact behind it">
                <Shown of={why}>{(told) => <Timeline why={told} />}</Shown>
              </Section>
            </>
          )}
        </Shown>
      </Whole>
    </Page>
  )
}

/** The sum, to be checked by hand. */
function Formula({ why }: { why: Resource<WhyPattern> }) {
  return (
    <Shown of={why} lines={1}>
      {({ arithmetic }) => <p class="formula">{arithmetic}</p>}
    </Shown>
  )
}

function Lead({ pattern, standing, belief }: PatternView) {
  const { barredBecause } = belief ?? standing
  return (
    <>
      <code>{pattern.id}</code> · {pattern.role} · {pattern.category} · {spoken(pattern.strength)}{' '}
      {pattern.polarity === 'avoid' ? <Chip of="avoid" /> : null}
      {barredBecause.length > 0 ? ` · not shown: ${barredBecause.join('; ')}` : ''}
    </>
  )
}

function Numbers({ view: { standing, usage, evidence, pattern, belief } }: { view: PatternView }) {
  return (
    <Figures
      of={[
        belief === undefined
          ? { label: 'Score', value: standing.score.toFixed(2) }
          : {
              label: 'Value',
              value: belief.value.toFixed(3),
              note: `helps with a probability of ${percent(belief.posterior.help, 1)}`,
            },
        { label: 'Lifecycle', value: spoken(standing.lifecycle), note: standing.lifecycleReason },
        { label: 'Maturity', value: spoken(standing.maturity), note: standing.maturityReason },
        {
          label: 'Held when applied',
          value: usage.known ? percent(usage.rate, 1) : '–',
          note: `applied in ${usage.applied} of ${usage.total} iterations`,
        },
        {
          label: 'Validators',
          value: `${evidence.successes} : ${evidence.ignoreCount}`,
          note: 'credited : called false',
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

function Reasons({ why: { evidence, whatWouldChangeIt } }: { why: WhyPattern }) {
  return (
    <>
      <ul class="plain-list">
        {evidence.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <h3>What would change it</h3>
      <ul class="plain-list">
        {whatWouldChangeIt.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  )
}

/** Only the moments at which a state changed. */
function Steps({ history: { moments } }: { history: PatternHistory }) {
  const steps = moments.filter(
    ({ lifecycle, maturity }, index) =>
      lifecycle !== moments[index - 1]?.lifecycle || maturity !== moments[index - 1]?.maturity,
  )
  return (
    <ul class="facts">
      {[...steps].reverse().map(({ event, at, lifecycle, maturity, words }) => (
        <li key={event}>
          <Time at={at} />
          <span>
            <Chip of={lifecycle} /> <Chip of={maturity} /> {words}
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
      {archived === 0 ? null : <p class="quiet">{archived} older facts are in an archive.</p>}
    </>
  )
}

function Deeds({ view: { pattern, standing } }: { view: PatternView }) {
  const path = `patterns/${encodeURIComponent(pattern.id)}`
  const decide = async (deed: 'promote' | 'deprecate' | 'reset') => {
    const given = await askReason({
      title: `${spoken(deed)} this pattern?`,
      detail: WHAT_IT_DOES[deed],
      action: deed,
      isGrave: deed === 'deprecate',
    })
    if (given === undefined) return
    const back =
      deed === 'reset' ? {} : { undo: () => post(`${path}/reset`, { reason: `undo: ${given.reason}` }) }
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
      title: pattern.quarantined ? 'Vouch for this pattern?' : 'Set this pattern aside?',
      detail: pattern.quarantined
        ? 'It may be shown again, wherever it came from.'
        : 'No run will be shown it until someone vouches for it.',
      action: pattern.quarantined ? 'Release' : 'Set aside',
    })
    if (given === undefined) return
    const undo = () => post(`${path}/${back}`, { reason: `undo: ${given.reason}` })
    await attempt(() => post(`${path}/${deed}`, { reason: given.reason }), {
      done: pattern.quarantined ? 'Released.' : 'Set aside.',
      undo,
    })
  }
  const isDecided = pattern.decisions.lifecycle !== undefined || pattern.decisions.maturity !== undefined
  return (
    <>
      <button type="button" class="primary" onClick={() => void decide('promote')}>
        Promote
      </button>
      <button
        type="button"
        disabled={standing.maturity === 'deprecated'}
        onClick={() => void decide('deprecate')}
      >
        Deprecate
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
        {pattern.quarantined ? 'Release' : 'Set aside'}
      </button>
    </>
  )
}

const WHAT_IT_DOES = {
  promote: 'It becomes active and proven, and stays so until someone resets it.',
  deprecate: 'No run will be shown it, until someone resets it.',
  reset: 'Your word is taken back; it stands where the evidence puts it.',
}

const DONE = { promote: 'Promoted.', deprecate: 'Deprecated.', reset: 'Reset to what the evidence says.' }
