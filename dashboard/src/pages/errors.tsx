import type { ErrorView } from '../../../src/loop/runs/task-errors.ts'
import type { StrikesView } from '../../../src/loop/runs/task-strikes.ts'
import { post } from '../api.ts'
import { askReason } from '../parts/ask-reason.tsx'
import { Chip } from '../parts/chip.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { attempt } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { spoken } from '../words.ts'

/** What tasks ran into, and which tasks keep failing. */
export function Errors() {
  const errors = useResource<ErrorView[]>('errors', { limit: 100 })
  const strikes = useResource<StrikesView[]>('strikes', { limit: 100 })
  return (
    <Page title="Errors and strikes" lead="Errors of tasks that are still open, and tasks that keep failing.">
      <Whole of={[errors, strikes]}>
        <Section title="Tasks with strikes">
          <Shown of={strikes}>
            {(list) =>
              list.length === 0 ? (
                <Empty title="No task has a strike." />
              ) : (
                <Table
                  label="Tasks with strikes"
                  rows={list}
                  keyOf={({ task }) => task}
                  columns={[
                    {
                      name: 'Task',
                      cell: ({ task, failures }) => (
                        <>
                          {task}
                          <br />
                          <small>{failures.at(-1)?.reason}</small>
                        </>
                      ),
                      isWide: true,
                    },
                    {
                      name: 'Strikes',
                      cell: ({ count, outAt, struckOut }) => (
                        <>
                          {count} of {outAt} {struckOut ? <Chip of="failed" title="Review its design first" /> : null}
                        </>
                      ),
                    },
                    {
                      name: 'Deed',
                      cell: ({ task }) => (
                        <button type="button" onClick={() => void clear(task)}>
                          Clear
                        </button>
                      ),
                    },
                  ]}
                />
              )
            }
          </Shown>
        </Section>
        <Section title="Open errors">
          <Shown of={errors}>
            {(list) =>
              list.length === 0 ? (
                <Empty title="No error is open." />
              ) : (
                <Table
                  label="Open errors"
                  rows={list}
                  keyOf={({ error }) => error}
                  columns={[
                    { name: 'When', cell: ({ at }) => <Time at={at} /> },
                    { name: 'Kind', cell: ({ type }) => spoken(type), isExtra: true },
                    {
                      name: 'Message',
                      cell: ({ message, run, task }) => (
                        <>
                          <span class="clamp">{message}</span>
                          <small>
                            {[task].filter(Boolean).join(' ')}{' '}
                            {run === undefined ? null : <a href={linkTo(`runs/${run}`)}>{run}</a>}
                          </small>
                        </>
                      ),
                      isWide: true,
                    },
                    {
                      name: 'Deed',
                      cell: ({ error }) => (
                        <button type="button" onClick={() => void resolve(error)}>
                          Resolve
                        </button>
                      ),
                    },
                  ]}
                />
              )
            }
          </Shown>
        </Section>
      </Whole>
    </Page>
  )
}

async function resolve(error: string): Promise<void> {
  const given = await askReason({ title: 'How was it dealt with?', action: 'Resolve' })
  if (given === undefined) return
  const path = `errors/${encodeURIComponent(error)}/resolve`
  await attempt(() => post(path, { how: given.reason }), { done: 'Resolved.' })
}

async function clear(task: string): Promise<void> {
  const given = await askReason({ title: `Clear the strikes of ${task}?`, action: 'Clear' })
  if (given === undefined) return
  const path = `strikes/${encodeURIComponent(task)}/clear`
  await attempt(() => post(path, { reason: given.reason }), { done: 'Cleared.' })
}
