import type { ErrorView } from '../../../src/loop/runs/task-errors.ts'
import type { StrikesView } from '../../../src/loop/runs/task-strikes.ts'
import type { TaskRecord } from '../../../src/projection/fold-tasks.ts'
import { Chip } from '../parts/chip.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { RunLink } from '../parts/run-name.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource, useRows } from '../resource.ts'
import { counted, newestOf, observed, spoken, taskName } from '../words.ts'

/** One task of a run: the result of its last attempt, its feedback, and its errors. */
export function TaskPage({ run, task }: { run: string; task: string }) {
  const name = encodeURIComponent(task)
  const record = useResource<TaskRecord | null>(`tasks/${encodeURIComponent(run)}/${name}`)
  const strikes = useResource<StrikesView>(`strikes/${name}`)
  const errors = useRows<ErrorView>('errors', { task, includeResolved: true, limit: 50 })
  return (
    <Page
      title={taskName(task)}
      lead={
        <>
          A task of <RunLink id={run} />
        </>
      }
    >
      <Whole of={[record, strikes, errors]}>
        <Shown of={record}>
          {(data) => (data === null ? <Empty title="No outcome is recorded." /> : <Outcome task={data} />)}
        </Shown>
        <Section title="Failed attempts">
          <Shown of={strikes}>{(data) => <Strikes strikes={data} />}</Shown>
        </Section>
        <Section title="Errors" aside={newestOf(errors.data?.rows.length ?? 0, errors.data?.total ?? 0)}>
          <Shown of={errors}>{({ rows }) => <Errors of={rows} />}</Shown>
        </Section>
      </Whole>
    </Page>
  )
}

function Outcome({ task }: { task: TaskRecord }) {
  const { result, observedBy, at, attempt, feedback, durationMs, errorCount = 0, retryCount = 0 } = task
  const terms: [string, string | undefined][] = [
    ['Why', feedback?.reasoning],
    ['How it was split', task.strategy],
    ['Criteria', task.criteria?.map(spoken).join(' · ') || undefined],
    ['How it failed', task.failureMode === undefined ? undefined : spoken(task.failureMode)],
    ['Details', task.failureDetails],
    ['Files', task.files.join(' · ') || undefined],
  ]
  return (
    <>
      <Figures
        of={[
          { label: 'Ended', value: spoken(result), note: observed(observedBy) },
          {
            label: 'Counts as',
            value: feedback === undefined ? 'nothing' : feedback.type,
            note: 'for the patterns it used',
          },
          { label: 'Attempt', value: attempt, note: <Time at={at} /> },
          {
            label: 'Took',
            value: durationMs === undefined ? '–' : `${Math.round(durationMs / 1000)} s`,
            note: `${counted(errorCount, 'error')}, ${retryCount} ${retryCount === 1 ? 'retry' : 'retries'}`,
          },
        ]}
      />
      <dl class="terms terms-below">
        {terms.map(([term, words]) =>
          words === undefined ? null : (
            <>
              <dt key={term}>{term}</dt>
              <dd key={`${term}=`}>{words}</dd>
            </>
          ),
        )}
      </dl>
    </>
  )
}

function Strikes({ strikes: { count, outAt, struckOut, failures } }: { strikes: StrikesView }) {
  if (failures.length === 0) return <p class="quiet">None.</p>
  return (
    <>
      <p>
        {count} of {outAt}
        {struckOut ? ': review the approach before another attempt' : ''}
      </p>
      <Table
        label="Strikes"
        rows={failures}
        keyOf={({ at, attempt }) => `${at} ${attempt}`}
        columns={[
          { name: 'When', cell: ({ at }) => <Time at={at} /> },
          { name: 'What was tried', cell: ({ attempt }) => attempt },
          { name: 'Why it failed', cell: ({ reason }) => reason, isWide: true },
        ]}
      />
    </>
  )
}

function Errors({ of }: { of: readonly ErrorView[] }) {
  if (of.length === 0) return <p class="quiet">None.</p>
  return (
    <Table
      label="Errors"
      rows={of}
      keyOf={({ error }) => error}
      columns={[
        { name: 'When', cell: ({ at }) => <Time at={at} /> },
        { name: 'Error', cell: ({ message }) => message, isWide: true },
        { name: 'State', cell: ({ resolved }) => <Chip of={resolved === undefined ? 'open' : 'fixed'} /> },
      ]}
    />
  )
}
