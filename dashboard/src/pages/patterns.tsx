import { useState } from 'preact/hooks'
import { CATEGORIES, STATUSES } from '../../../src/domain/values/pattern.ts'
import type { PatternView } from '../../../src/loop/patterns/patterns.ts'
import { post } from '../api.ts'
import { askReason } from '../parts/ask-reason.tsx'
import { Chip } from '../parts/chip.tsx'
import { Choice, Filters, SearchBox, Word } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { ShowMore } from '../parts/show-more.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { attempt } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { linkTo, place, setQuery } from '../router.ts'
import { counted, percent } from '../words.ts'

const PAGE = 50

const COLUMNS: readonly Column<PatternView>[] = [
  {
    name: 'Status',
    cell: ({ standing }) => <Chip of={standing.status} title={standing.because} />,
    sort: 'standing',
  },
  {
    name: 'Pattern',
    cell: ({ pattern, text }) => <a href={linkTo(`patterns/${pattern.id}`)}>{text}</a>,
    isWide: true,
  },
  {
    name: 'Likely to help',
    cell: ({ standing }) => (standing.runs === 0 ? '–' : percent(standing.helps, 1)),
    align: 'right',
    sort: 'helps',
  },
  { name: 'Runs', cell: ({ standing }) => standing.runs, align: 'right', sort: 'applied' },
  { name: 'Role', cell: ({ pattern }) => pattern.role, isExtra: true },
  {
    name: 'Seen',
    cell: ({ pattern }) => pattern.sightings,
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
  const { query } = place.value
  const limit = Number(query.limit ?? PAGE)
  const { limit: _, sort = 'standing', reverse, ...filter } = query
  const wanted = {
    ...filter,
    sort,
    reverse,
    limit: limit + 1,
  }
  const patterns = useResource<PatternView[]>('patterns', wanted)
  const select = (id: string, isOn: boolean) => {
    const next = new Set(selected)
    if (isOn) next.add(id)
    else next.delete(id)
    setSelected(next)
  }
  return (
    <Page title="Patterns" lead="What was learned, and its status.">
      <Filters>
        <SearchBox name="search" label="Search patterns" />
        <Choice name="status" label="Status" options={STATUSES} />
        <Choice name="category" label="Category" options={CATEGORIES} />
        <Word name="role" label="Role" />
        <Word name="tag" label="Tag" />
        <label class="check">
          <input
            type="checkbox"
            checked={query.all === 'true'}
            onChange={(event) => setQuery({ all: event.currentTarget.checked ? 'true' : undefined })}
          />{' '}
          also those that agents are not shown
        </label>
      </Filters>
      {selected.size === 0 ? null : <Bulk ids={[...selected]} clear={() => setSelected(new Set())} />}
      <Shown of={patterns} lines={12}>
        {(found) =>
          found.length === 0 ? (
            <Empty title="No pattern fits.">
              <p>Fewer filters find more. Patterns that agents are not shown appear with the box above.</p>
            </Empty>
          ) : (
            <>
              <Table
                label="Patterns"
                rows={found.slice(0, limit)}
                columns={COLUMNS}
                keyOf={({ pattern }) => pattern.id}
                linkOf={({ pattern }) => linkTo(`patterns/${pattern.id}`)}
                selected={selected}
                onSelect={select}
                sortedBy={sort}
                onSort={(name) =>
                  setQuery({
                    sort: name,
                    reverse: name === sort && reverse === undefined ? 'true' : undefined,
                  })
                }
              />
              <ShowMore found={found.length} limit={limit} step={4 * PAGE} />
            </>
          )
        }
      </Shown>
    </Page>
  )
}

const DEEDS = { promote: 'Promote', deprecate: 'Retire', reset: 'Reset' } as const

function Bulk({ ids, clear }: { ids: readonly string[]; clear: () => void }) {
  const decide = async (deed: keyof typeof DEEDS) => {
    const many = counted(ids.length, 'pattern')
    const given = await askReason({
      title: `${DEEDS[deed]} ${many}?`,
      action: DEEDS[deed],
      isGrave: deed === 'deprecate',
    })
    if (given === undefined) return
    const all = (what: string, reason: string) =>
      Promise.all(ids.map((id) => post(`patterns/${encodeURIComponent(id)}/${what}`, { reason })))
    const undo = deed === 'reset' ? {} : { undo: () => all('reset', `undo: ${given.reason}`) }
    if (await attempt(() => all(deed, given.reason), { done: `${DEEDS[deed]}: ${many}.`, ...undo })) clear()
  }
  return (
    <fieldset class="bulk" aria-label="With the selected patterns">
      <span>{counted(ids.length, 'pattern')} selected</span>
      {(Object.keys(DEEDS) as (keyof typeof DEEDS)[]).map((deed) => (
        <button key={deed} type="button" onClick={() => void decide(deed)}>
          {DEEDS[deed]}
        </button>
      ))}
      <button type="button" class="plain" onClick={clear}>
        Clear
      </button>
    </fieldset>
  )
}
