import { useState } from 'preact/hooks'
import type { PatternView } from '../../../src/loop/patterns/patterns.ts'
import type { ErrorView } from '../../../src/loop/runs/task-errors.ts'
import type { StrikesView } from '../../../src/loop/runs/task-strikes.ts'
import { post } from '../api.ts'
import { Act } from '../parts/act.tsx'
import { decide } from '../parts/ask-reason.tsx'
import { Chip } from '../parts/chip.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource, useRows } from '../resource.ts'
import { linkTo } from '../router.ts'
import { may } from '../session.ts'
import { counted, number, spoken, taskName } from '../words.ts'

/** Errors that differ only in numbers, ids and quotes. */
interface Group {
  readonly signature: string
  readonly newest: ErrorView
  readonly errors: readonly ErrorView[]
}

const MOST_READ = 1_000
const MOST_GROUPS = 50

/** What tasks ran into, the same errors together, and which tasks keep failing. */
export function Errors() {
  const errors = useRows<ErrorView>('errors', { limit: MOST_READ })
  const strikes = useResource<StrikesView[]>('strikes', { limit: 100 })
  return (
    <Page
      title="Errors"
      lead="Tasks that keep failing, and open errors. Errors that differ only in numbers are one row."
    >
      <Whole of={[errors, strikes]}>
        <Section title="Tasks that keep failing">
          <Shown of={strikes}>
            {(list) =>
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
                          {count} of {outAt} {struckOut ? <Chip of="failed" title="Review its design first" /> : null}
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
        <Shown of={errors}>{({ rows, total }) => <Open errors={rows} total={total ?? rows.length} />}</Shown>
      </Whole>
    </Page>
  )
}

function Open({ errors, total }: { errors: readonly ErrorView[]; total: number }) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const groups = grouped(errors)
  const chosen = groups.filter(({ signature }) => selected.has(signature)).flatMap((group) => group.errors)
  const select = (signature: string, isOn: boolean) => {
    const next = new Set(selected)
    if (isOn) next.add(signature)
    else next.delete(signature)
    setSelected(next)
  }
  const read = errors.length < total ? `the newest ${number(errors.length)} of ` : ''
  const aside = `${read}${counted(total, 'error')}, ${counted(groups.length, 'kind')}`
  return (
    <Section title="Open errors" aside={aside}>
      {groups.length === 0 ? (
        <Empty title="No error is open." />
      ) : (
        <>
          {may('write') ? (
            <fieldset class="bulk" aria-label="With the selected errors">
              <span>
                {chosen.length === 0
                  ? 'Select kinds of errors to resolve them together'
                  : `${counted(chosen.length, 'error')} selected`}
              </span>
              <Act
                needs="write"
                disabled={chosen.length === 0}
                on={() => resolve(chosen).then(() => setSelected(new Set()))}
              >
                Resolve selected
              </Act>
            </fieldset>
          ) : null}
          <Table
            label="Open errors"
            rows={groups.slice(0, MOST_GROUPS)}
            keyOf={({ signature }) => signature}
            nameOf={({ newest }) => newest.message}
            {...(may('write') ? { selected, onSelect: select } : {})}
            columns={[
              { name: 'Count', cell: (group) => number(group.errors.length), align: 'right' },
              {
                name: 'Error',
                cell: ({ newest: { message, run, task, type } }) => (
                  <>
                    <span class="clamp">{message}</span>
                    <small>
                      {type === 'unknown' ? '' : `${spoken(type)} · `}
                      {task === undefined ? '' : `${taskName(task)} `}
                      {run === undefined ? null : <a href={linkTo(`runs/${run}`)}>last run</a>}
                    </small>
                  </>
                ),
                isWide: true,
              },
              {
                name: 'Lesson about it',
                cell: ({ newest }) => <Lesson about={newest.message} />,
                isWide: true,
                isExtra: true,
              },
              { name: 'Last', cell: ({ newest }) => <Time at={newest.at} /> },
              {
                name: '',
                cell: (group) => (
                  <Act needs="write" on={() => resolve(group.errors)}>
                    {group.errors.length === 1 ? 'Resolve' : 'Resolve all'}
                  </Act>
                ),
              },
            ]}
          />
        </>
      )}
    </Section>
  )
}

/** The lesson whose words are nearest to the error, if one shares enough of them. */
function Lesson({ about }: { about: string }) {
  const found = useResource<PatternView[]>('patterns', {
    search: about.slice(0, 400),
    nearestFirst: true,
    all: true,
    limit: 1,
  })
  const near = found.data?.find(({ pattern }) => sharedWords(pattern.text, about) >= LEAST_SHARED)
  if (found.data === undefined) return null
  return near === undefined ? (
    <span class="quiet">none</span>
  ) : (
    <a href={linkTo(`patterns/${near.pattern.id}`)}>{near.text}</a>
  )
}

const LEAST_SHARED = 2

function sharedWords(one: string, other: string): number {
  const words = (text: string) => new Set(text.toLowerCase().match(/[a-z]{4,}/g) ?? [])
  const known = words(other)
  return [...words(one)].filter((word) => known.has(word)).length
}

function grouped(errors: readonly ErrorView[]): Group[] {
  const groups = new Map<string, ErrorView[]>()
  for (const error of errors) {
    const signature = error.message
      .toLowerCase()
      .replace(/(['"`]).*?\1|\b[0-9a-f]{7,}\b|\d+/g, '#')
      .slice(0, 300)
    groups.set(signature, [...(groups.get(signature) ?? []), error])
  }
  return [...groups]
    .map(([signature, found]) => ({ signature, newest: found[0]!, errors: found }))
    .sort((a, b) => b.errors.length - a.errors.length || b.newest.at - a.newest.at)
}

function resolve(errors: readonly ErrorView[]) {
  return decide(
    { title: `Resolve ${counted(errors.length, 'error')}?`, detail: errors[0]?.message, action: 'Resolve' },
    async ({ reason }) => {
      for (const { error } of errors) await post(`errors/${encodeURIComponent(error)}/resolve`, { how: reason })
    },
    { done: `${counted(errors.length, 'error')} resolved.` },
  )
}

function clear(task: string) {
  return decide(
    { title: `Clear the failed attempts of ${taskName(task)}?`, action: 'Clear' },
    ({ reason }) => post(`strikes/${encodeURIComponent(task)}/clear`, { reason }),
    { done: 'Cleared.' },
  )
}
