import { useState } from 'preact/hooks'
import type { ErrorView } from '../../../src/loop/runs/task-errors.ts'
import type { StrikesView } from '../../../src/loop/runs/task-strikes.ts'
import { post, type Rows } from '../api.ts'
import { Act } from '../parts/act.tsx'
import { decide } from '../parts/ask-reason.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Pager, pageQuery } from '../parts/pager.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useRows } from '../resource.ts'
import { linkTo } from '../router.ts'
import { may } from '../session.ts'
import { counted, newestOf, number, spoken, taskName } from '../words.ts'

const MOST_STRIKES = 100

/** The errors of tasks, grouped by kind, and the tasks that keep failing. */
export function Errors() {
  const kinds = useRows<ErrorView>('errors', { grouped: true, ...pageQuery() })
  const all = useRows<ErrorView>('errors', { limit: 1 })
  const strikes = useRows<StrikesView>('strikes', { limit: MOST_STRIKES })
  return (
    <Page
      title="Errors"
      lead="Tasks that keep failing, and open errors. Errors that differ only in numbers are one row."
    >
      <Whole of={[kinds, all, strikes]}>
        <Section
          title="Tasks that keep failing"
          aside={newestOf(strikes.data?.rows.length ?? 0, strikes.data?.total ?? 0)}
        >
          <Shown of={strikes}>
            {({ rows: list }) =>
              list.length === 0 ? (
                <Empty title="No task has failed repeatedly." />
              ) : (
                <Table
                  label="Tasks that keep failing"
                  rows={list}
                  keyOf={({ task }) => task}
                  columns={[
                    {
                      name: 'Task',
                      cell: ({ task, failures }) => (
                        <>
                          {taskName(task)}
                          <br />
                          <small>{failures.at(-1)?.reason}</small>
                        </>
                      ),
                      isWide: true,
                    },
                    {
                      name: 'Failed attempts',
                      cell: ({ count, outAt, struckOut }) => (
                        <>
                          {count} of {outAt}
                          {struckOut ? ': review the approach first' : ''}
                        </>
                      ),
                    },
                    {
                      name: '',
                      cell: ({ task }) => (
                        <Act needs="write" on={() => clear(task)}>
                          Clear
                        </Act>
                      ),
                    },
                  ]}
                />
              )
            }
          </Shown>
        </Section>
        <Shown of={kinds}>{(found) => <Open kinds={found} total={all.data?.total ?? 0} />}</Shown>
      </Whole>
    </Page>
  )
}

function Open({ kinds, total }: { kinds: Rows<ErrorView>; total: number }) {
  const [selected, setSelected] = useState<ReadonlyMap<string, ErrorView>>(new Map())
  const chosen = [...selected.values()]
  const select = (id: string, isOn: boolean) => {
    const next = new Map(selected)
    const view = kinds.rows.find(({ error }) => error === id)
    if (isOn && view !== undefined) next.set(id, view)
    else next.delete(id)
    setSelected(next)
  }
  const aside = `${counted(total, 'error')}, ${counted(kinds.total ?? kinds.rows.length, 'kind')}`
  return (
    <Section title="Open errors" aside={aside}>
      {kinds.rows.length === 0 ? (
        <Empty title="No error is open." />
      ) : (
        <>
          {may('write') ? (
            <fieldset class="bulk" aria-label="With the selected errors">
              <span>
                {chosen.length === 0
                  ? 'Select kinds of errors to resolve them together'
                  : `${counted(inAll(chosen), 'error')} selected`}
              </span>
              <Act
                needs="write"
                disabled={chosen.length === 0}
                on={() => resolve(chosen).then(() => setSelected(new Map()))}
              >
                Resolve selected
              </Act>
            </fieldset>
          ) : null}
          <Table
            label="Open errors"
            rows={kinds.rows}
            keyOf={({ error }) => error}
            nameOf={({ message }) => message}
            {...(may('write') ? { selected: new Set(selected.keys()), onSelect: select } : {})}
            columns={[
              { name: 'Count', cell: ({ alike = 1 }) => number(alike), align: 'right' },
              {
                name: 'Error',
                cell: ({ message, run, task, type }) => (
                  <>
                    <span class="clamp">{message}</span>
                    <small>
                      {type === 'unknown' ? '' : `${spoken(type)} · `}
                      {task === undefined ? '' : `${taskName(task)} · `}
                      {run === undefined ? null : <a href={linkTo(`runs/${run}`)}>last run</a>}
                    </small>
                  </>
                ),
                isWide: true,
              },
              {
                name: 'Lesson about it',
                cell: ({ lesson }) =>
                  lesson === undefined ? (
                    <span class="quiet">none</span>
                  ) : (
                    <a class="clamp" title={lesson.text} href={linkTo(`patterns/${lesson.pattern}`)}>
                      {lesson.text}
                    </a>
                  ),
                isWide: true,
              },
              { name: 'Last', cell: ({ at }) => <Time at={at} /> },
              {
                name: '',
                cell: (kind) => (
                  <Act needs="write" on={() => resolve([kind])}>
                    {kind.alike === 1 ? 'Resolve' : 'Resolve all'}
                  </Act>
                ),
              },
            ]}
          />
          <Pager of={kinds} />
        </>
      )}
    </Section>
  )
}

function inAll(kinds: readonly ErrorView[]): number {
  return kinds.reduce((sum, { alike = 1 }) => sum + alike, 0)
}

function resolve(kinds: readonly ErrorView[]) {
  const errors = counted(inAll(kinds), 'error')
  return decide(
    {
      title: `Resolve ${errors}?`,
      about: kinds.map(({ error }) => error).join(' '),
      detail: kinds[0]?.message,
      action: 'Resolve',
    },
    async ({ reason }) => {
      for (const { error } of kinds)
        await post(`errors/${encodeURIComponent(error)}/resolve`, { how: reason, alike: true })
    },
    { done: `${errors} resolved.` },
  )
}

function clear(task: string) {
  return decide(
    { title: `Clear the failed attempts of ${taskName(task)}?`, about: task, action: 'Clear' },
    ({ reason }) => post(`strikes/${encodeURIComponent(task)}/clear`, { reason }),
    { done: 'Cleared.' },
  )
}
