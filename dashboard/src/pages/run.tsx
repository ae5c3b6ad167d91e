import type { RunDetail } from '../../../src/loop/runs/list-runs.ts'
import type { TaskRecord } from '../../../src/projection/fold-tasks.ts'
import { Facts } from '../parts/facts.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { Receipts } from '../parts/receipts.tsx'
import { RunPatterns } from '../parts/run-patterns.tsx'
import { Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { TASKS } from '../parts/task-table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource, useRows } from '../resource.ts'
import { linkTo } from '../router.ts'
import { newestOf, observed, spoken } from '../words.ts'

/** `observed by ci, work reworked` */
function endNote({ observedBy, became }: RunDetail): string {
  return became === undefined ? observed(observedBy) : `${observed(observedBy)}, work ${became}`
}

/** One run: what it was shown, its results, and its events. */
export function RunPage({ id }: { id: string }) {
  const run = useResource<RunDetail>(`runs/${encodeURIComponent(id)}`)
  const tasks = useRows<TaskRecord>('tasks', { run: id, limit: 50 })
  return (
    <Page
      title={run.data?.about ?? `Run ${id}`}
      lead={
        <>
          Run <code>{id}</code>
          {run.data?.client === undefined ? null : (
            <>
              {' '}
              · <a href={linkTo(`sessions/${id}`)}>session of {run.data.client}</a>
            </>
          )}
        </>
      }
    >
      <Whole of={[run, tasks]}>
        <Shown of={run}>
          {(data) => (
            <>
              <Figures
                of={[
                  {
                    label: 'Ended',
                    value: spoken(data.result),
                    note: endNote(data),
                  },
                  { label: 'Started', value: <Time at={data.firstAt} /> },
                  { label: 'Last active', value: <Time at={data.lastAt} /> },
                  { label: 'Shown', value: data.shown, note: `${data.withheld} withheld at random` },
                  { label: 'Applied', value: data.applied, note: `${data.cited} more cited` },
                  { label: 'Errors', value: data.errors },
                ]}
              />
              <RunPatterns of={data.patterns} />
              <Receipts of={data.receiptList} />
              {tasks.data === undefined || tasks.data.rows.length === 0 ? null : (
                <Section title="Tasks" aside={newestOf(tasks.data.rows.length, tasks.data.total ?? 0)}>
                  <Table {...TASKS} rows={tasks.data.rows} />
                </Section>
              )}
              <Section title="What happened" aside={newestOf(data.timeline.length, data.events)}>
                <Facts of={data.timeline} withRuns={false} withClock />
              </Section>
            </>
          )}
        </Shown>
      </Whole>
    </Page>
  )
}
