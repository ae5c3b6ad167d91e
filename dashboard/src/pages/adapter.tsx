import type { AdapterHistory } from '../../../src/loop/patterns/histories.ts'
import type { AdapterView, FailureView } from '../../../src/loop/views/policy-view.ts'
import { post } from '../api.ts'
import { LineChart } from '../charts/line-chart.tsx'
import { askReason } from '../parts/ask-reason.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { attempt } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'

/** One adapter: how reliable it was over time, how it fails, what is asked of it, and what a person may change. */
export function AdapterPage({ name }: { name: string }) {
  const path = `adapters/${encodeURIComponent(name)}`
  const view = useResource<AdapterView>(path)
  const history = useResource<AdapterHistory>(`${path}/history`)
  return (
    <Page
      title={name}
      lead={view.data?.reason ?? ' '}
      actions={view.data === undefined ? null : <Deeds view={view.data} />}
    >
      <Whole of={[view, history]}>
        <Shown of={view}>
          {(data) => (
            <>
              <Numbers view={data} />
              <Section title="Reliability" aside="after each graded run">
                <Shown of={history}>
                  {({ moments }) => (
                    <LineChart
                      label={`Reliability of ${name}`}
                      points={moments.map(({ at, score, run }) => ({ at, value: score, words: run ?? '' }))}
                      range={[0, 1]}
                      isStepped
                    />
                  )}
                </Shown>
              </Section>
              <Section title="How it fails">
                <Failures view={data} />
              </Section>
              {data.annotations.length === 0 ? null : (
                <Section title="Notes">
                  <ul class="facts">
                    {data.annotations.map(({ at, text, by }) => (
                      <li key={at}>
                        <Time at={at} />
                        <span>
                          {text} <small>{by}</small>
                        </span>
                      </li>
                    ))}
                  </ul>
                </Section>
              )}
            </>
          )}
        </Shown>
      </Whole>
    </Page>
  )
}

function Numbers({ view: { reliability, overlay, since, decision, stale } }: { view: AdapterView }) {
  return (
    <Figures
      of={[
        {
          label: 'Reliability',
          value: reliability === undefined ? '–' : reliability.score.toFixed(2),
          note: reliability === undefined ? 'no graded run yet' : `in ${reliability.runs} runs`,
        },
        {
          label: 'Asks a person first',
          value: overlay.requireApproval ? 'yes' : 'no',
          ...(overlay.requireApproval ? { tone: 'warn' as const } : {}),
        },
        { label: 'Risk', value: `× ${overlay.riskMultiplier}` },
        { label: 'Retries', value: `at most ${overlay.suggestedMaxRetries}` },
        {
          label: 'In force since',
          value: <Time at={since} />,
          ...(stale ? { tone: 'warn' as const } : {}),
          ...(decision === undefined ? {} : { note: `${decision.by}: ${decision.reason}` }),
        },
      ]}
    />
  )
}

function Failures({ view: { adapter, failures } }: { view: AdapterView }) {
  if (failures.length === 0) return <Empty title="No failure is on record." />
  const acknowledge = async ({ failureType: type }: FailureView) => {
    const given = await askReason({
      title: `Is ${type} fixed?`,
      detail: 'It is counted from zero again. The overlay stays until you loosen it.',
      action: 'Acknowledge',
    })
    if (given === undefined) return
    const path = `adapters/${encodeURIComponent(adapter)}/acknowledge`
    await attempt(() => post(path, { failureType: type, reason: given.reason }), {
      done: `${type} acknowledged.`,
    })
  }
  return (
    <Table
      label="Failures"
      rows={failures}
      keyOf={({ id }) => id}
      columns={[
        { name: 'Failure', cell: ({ failureType }) => failureType },
        { name: 'What to try', cell: ({ fixSuggestion }) => fixSuggestion, isWide: true },
        {
          name: 'Times',
          cell: ({ occurrences, total }) => `${occurrences} of ${total}`,
          align: 'right',
          isExtra: true,
        },
        { name: 'Sure', cell: ({ confidence }) => confidence.toFixed(2), align: 'right', isExtra: true },
        { name: 'Last', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />, isExtra: true },
        {
          name: 'Deed',
          cell: (failure) => (
            <button type="button" disabled={failure.occurrences === 0} onClick={() => void acknowledge(failure)}>
              Acknowledge
            </button>
          ),
        },
      ]}
    />
  )
}

/** What an adapter is held to of which nothing is known. */
const PLAIN = { requireApproval: false, riskMultiplier: 1, suggestedMaxRetries: 2 }

function Deeds({ view: { adapter, overlay, tight } }: { view: AdapterView }) {
  const path = `adapters/${encodeURIComponent(adapter)}`
  const loosen = async () => {
    const given = await askReason({
      title: `Loosen ${adapter}?`,
      detail: 'Its steps are asked about no more, and count at plain risk.',
      action: 'Loosen',
    })
    if (given === undefined) return
    const looser = { ...PLAIN, reason: given.reason }
    const undo = () => post(`${path}/tighten`, { ...overlay, reason: `undo: ${given.reason}` })
    await attempt(() => post(`${path}/loosen`, looser), { done: `${adapter} is loosened.`, undo })
  }
  const tighten = async () => {
    const given = await askReason({
      title: `Ask before every step of ${adapter}?`,
      action: 'Tighten',
    })
    if (given === undefined) return
    const undo = () => post(`${path}/loosen`, { requireApproval: false, reason: `undo: ${given.reason}` })
    const tighter = { requireApproval: true, reason: given.reason }
    await attempt(() => post(`${path}/tighten`, tighter), { done: `${adapter} asks first now.`, undo })
  }
  const annotate = async () => {
    const given = await askReason({ title: `A note on ${adapter}`, action: 'Leave it' })
    if (given !== undefined) await attempt(() => post(`${path}/annotate`, { text: given.reason }), { done: 'Noted.' })
  }
  return (
    <>
      <button type="button" class="primary" disabled={!tight} onClick={() => void loosen()}>
        Loosen
      </button>
      <button type="button" disabled={overlay.requireApproval} onClick={() => void tighten()}>
        Tighten
      </button>
      <button type="button" onClick={() => void annotate()}>
        Note
      </button>
    </>
  )
}
