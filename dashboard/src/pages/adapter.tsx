import type { AdapterHistory } from '../../../src/loop/patterns/histories.ts'
import type { AdapterView, FailureView } from '../../../src/loop/views/policy-view.ts'
import { post } from '../api.ts'
import { LineChart } from '../charts/line-chart.tsx'
import { Act } from '../parts/act.tsx'
import { decide } from '../parts/ask-reason.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource } from '../resource.ts'
import { worded } from '../words.ts'

/** One adapter: its reliability over time, its failures, its overlay, and what a person may change. */
export function AdapterPage({ name }: { name: string }) {
  const path = `adapters/${encodeURIComponent(name)}`
  const view = useResource<AdapterView>(path)
  const history = useResource<AdapterHistory>(`${path}/history`)
  return (
    <Page
      title={name}
      lead={worded(view.data?.reason ?? ' ')}
      actions={view.data === undefined ? null : <Actions view={view.data} />}
    >
      <Whole of={[view, history]}>
        <Shown of={view}>
          {(data) => (
            <>
              <Numbers view={data} />
              <Section title="Reliability" aside="after each observed run">
                <Shown of={history}>
                  {({ moments }) => (
                    <LineChart
                      label={`Reliability of ${name}`}
                      points={moments.map(({ at, score, run }) => ({ at, value: score, words: run ?? '' }))}
                      range={[0, 1]}
                      mark={{ value: data.unreliableBelow, label: `needs approval below ${data.unreliableBelow}` }}
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
          note: reliability === undefined ? 'no observed run yet' : `in ${reliability.runs} runs`,
        },
        {
          label: 'Needs approval',
          value: overlay.requireApproval ? 'yes' : 'no',
          isWarning: overlay.requireApproval,
        },
        { label: 'Risk', value: `× ${overlay.riskMultiplier}` },
        { label: 'Retries', value: `at most ${overlay.suggestedMaxRetries}` },
        {
          label: 'Overlay since',
          value: since === 0 ? '–' : <Time at={since} />,
          isWarning: stale,
          ...(decision === undefined ? {} : { note: `${decision.by}: ${decision.reason}` }),
        },
      ]}
    />
  )
}

function Failures({ view: { adapter, failures } }: { view: AdapterView }) {
  if (failures.length === 0) return <Empty title="No failure is on record." />
  const acknowledge = ({ failureType }: FailureView) =>
    decide(
      {
        title: `Is ${failureType} fixed?`,
        about: adapter,
        detail: 'Its count starts again from zero. The overlay stays until you loosen it.',
        action: 'Acknowledge',
      },
      ({ reason }) => post(`adapters/${encodeURIComponent(adapter)}/acknowledge`, { failureType, reason }),
      { done: `${failureType} acknowledged.` },
    )
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
        { name: 'Confidence', cell: ({ confidence }) => confidence.toFixed(2), align: 'right', isExtra: true },
        { name: 'Last', cell: ({ lastSeenAt }) => <Time at={lastSeenAt} />, isExtra: true },
        {
          name: '',
          cell: (failure) => (
            <Act disabled={failure.occurrences === 0} on={() => acknowledge(failure)}>
              Acknowledge
            </Act>
          ),
        },
      ]}
    />
  )
}

/** The overlay of an unknown adapter. */
const PLAIN = { requireApproval: false, riskMultiplier: 1, suggestedMaxRetries: 2 }

function Actions({ view: { adapter, overlay, tight } }: { view: AdapterView }) {
  const path = `adapters/${encodeURIComponent(adapter)}`
  const loosen = () =>
    decide(
      {
        title: `Loosen ${adapter}?`,
        about: adapter,
        detail: 'Its steps no longer need approval, and count at normal risk.',
        action: 'Loosen',
      },
      ({ reason }) => post(`${path}/loosen`, { ...PLAIN, reason }),
      {
        done: `${adapter} is loosened.`,
        undo: ({ reason }) => post(`${path}/tighten`, { ...overlay, reason: `undo: ${reason}` }),
      },
    )
  const tighten = () =>
    decide(
      { title: `Ask before every step of ${adapter}?`, about: adapter, action: 'Tighten' },
      ({ reason }) => post(`${path}/tighten`, { requireApproval: true, reason }),
      {
        done: `${adapter} needs approval now.`,
        undo: ({ reason }) => post(`${path}/loosen`, { requireApproval: false, reason: `undo: ${reason}` }),
      },
    )
  const annotate = () =>
    decide(
      {
        title: `Add a note on ${adapter}`,
        about: adapter,
        action: 'Add',
        text: { label: 'Note', value: '' },
        isReasonless: true,
      },
      ({ text }) => post(`${path}/annotate`, { text }),
      { done: 'Note added.' },
    )
  return (
    <>
      <Act isPrimary disabled={!tight} on={loosen}>
        Loosen
      </Act>
      <Act disabled={overlay.requireApproval} on={tighten}>
        Tighten
      </Act>
      <Act on={annotate}>Add a note</Act>
    </>
  )
}
