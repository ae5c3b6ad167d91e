import { useState } from 'preact/hooks'
import { chance } from '../../../src/domain/numbers.ts'
import { CATEGORIES, STATUSES } from '../../../src/domain/values/pattern.ts'
import type { PatternView } from '../../../src/loop/patterns/patterns.ts'
import { Act } from '../parts/act.tsx'
import { Chip } from '../parts/chip.tsx'
import { DECISIONS, decidePatterns } from '../parts/decide-patterns.ts'
import { Choice, Filters, SearchBox, Word } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { pageQuery } from '../parts/pager.tsx'
import { Empty } from '../parts/states.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useRows } from '../resource.ts'
import { linkTo, place, setQuery } from '../router.ts'
import { may } from '../session.ts'
import { counted, number } from '../words.ts'

const COLUMNS: readonly Column<PatternView>[] = [
  {
    name: 'Status',
    cell: ({ standing: { status, because, runs, decidedBy } }) => (
      <>
        <Chip of={status} title={because} /> {runs > 0 && decidedBy && `by ${decidedBy}`}
      </>
    ),
    sort: 'standing',
  },
  {
    name: 'Pattern',
    cell: ({ pattern, text }) => <a href={linkTo(`patterns/${pattern.id}`)}>{text}</a>,
    isWide: true,
  },
  {
    name: 'Likely to help',
    cell: ({ standing }) => (standing.runs === 0 ? '–' : chance(standing.helps)),
    align: 'right',
    sort: 'helps',
  },
  { name: 'Runs', cell: ({ standing }) => number(standing.runs), align: 'right', sort: 'applied' },
  { name: 'Role', cell: ({ pattern }) => pattern.role, isExtra: true },
  {
    name: 'Seen',
    cell: ({ pattern }) => number(pattern.sightings),
    align: 'right',
    isExtra: true,
    sort: 'sightings',
  },
  {
    name: 'Last used',
    cell: ({ pattern }) => <Time at={pattern.lastUsedAt} />,
    isExtra: true,
    sort: 'recent',
  },
]

/** All patterns: search, filter, sort either way, and decide on many at once. */
export function Patterns() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { from: _, cursor: __, sort = 'standing', reverse, more, ...filter } = place.value.query
  const patterns = useRows<PatternView>('patterns', { ...filter, sort, reverse, ...pageQuery() })
  const select = (id: string, isOn: boolean) => {
    const next = new Set(selected)
    if (isOn) next.add(id)
    else next.delete(id)
    setSelected(next)
  }
  const isMore = more === 'true' || MORE_FILTERS.some((name) => filter[name] !== undefined)
  return (
    <Page title="Patterns" lead="What Mettle has learned here, and whether it helps.">
      <Filters>
        <SearchBox name="search" label="Search patterns" />
        <Choice name="status" label="Status" options={STATUSES} />
        <label class="check">
          <input
            type="checkbox"
            checked={filter.all === 'true'}
            onChange={(event) => setQuery({ all: event.currentTarget.checked ? 'true' : undefined })}
          />{' '}
          Include patterns that agents are not shown
        </label>
        <button
          type="button"
          aria-expanded={isMore}
          onClick={() =>
            setQuery({ more: isMore ? undefined : 'true', category: undefined, role: undefined, tag: undefined })
          }
        >
          {isMore ? 'Fewer filters' : 'More filters'}
        </button>
      </Filters>
      {isMore ? (
        <Filters>
          <Choice name="category" label="Category" options={CATEGORIES} />
          <Word name="role" label="Role" />
          <Word name="tag" label="Tag" />
        </Filters>
      ) : null}
      {patterns.data?.rows.length === 0 ? null : <Bulk ids={[...selected]} clear={() => setSelected(new Set())} />}
      <PagedTable
        label="Patterns"
        of={patterns}
        empty={
          Object.keys(filter).length === 0 ? (
            <Empty title="Agents are shown no pattern yet.">
              <p>Lessons come from sessions and from people. To add one by hand:</p>
              <code>mettle learning record --lesson "Always run the migrations before the tests"</code>
            </Empty>
          ) : (
            <Empty title="No pattern matches.">
              <p>Remove a filter, or include the patterns that agents are not shown.</p>
            </Empty>
          )
        }
        columns={COLUMNS}
        keyOf={({ pattern }) => pattern.id}
        nameOf={({ text }) => text}
        linkOf={({ pattern }) => linkTo(`patterns/${pattern.id}`)}
        {...(may('approve') ? { selected, onSelect: select } : {})}
        sortedBy={sort}
        isReversed={reverse === 'true'}
        onSort={(name) =>
          setQuery({ sort: name, reverse: name === sort && reverse === undefined ? 'true' : undefined })
        }
      />
    </Page>
  )
}

const MORE_FILTERS = ['category', 'role', 'tag']

const VERBS = ['promote', 'deprecate', 'reset'] as const

/** Stays in its place when nothing is selected, so that selecting a row does not move the table. */
function Bulk({ ids, clear }: { ids: readonly string[]; clear: () => void }) {
  const many = counted(ids.length, 'pattern')
  if (!may('approve')) return null
  return (
    <fieldset class="bulk" aria-label="With the selected patterns">
      <span>{ids.length === 0 ? 'Select patterns to decide on several at once' : `${many} selected`}</span>
      {VERBS.map((verb) => (
        <Act
          key={verb}
          disabled={ids.length === 0}
          on={() => decidePatterns(verb, ids).then((isDone) => isDone && clear())}
        >
          {DECISIONS[verb].name}
        </Act>
      ))}
      {ids.length === 2 ? <a href={linkTo(`compare/${ids.join('/')}`)}>Compare</a> : null}
      <button type="button" class="plain" disabled={ids.length === 0} onClick={clear}>
        Clear
      </button>
    </fieldset>
  )
}
