import { useState } from 'preact/hooks'
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
import { counted, spoken } from '../words.ts'

const PAGE = 50

/** What a pattern is worth, under the name that the profile in force has for it. */
function worthColumn(found: readonly PatternView[]): Column<PatternView> {
  return {
    name: found.some(({ belief }) => belief !== undefined) ? 'Value' : 'Score',
    cell: ({ standing, belief }) => belief?.value.toFixed(3) ?? standing.score.toFixed(2),
    align: 'right',
    sort: 'score',
  }
}

const COLUMNS: readonly Column<PatternView>[] = [
  { name: 'Pattern', cell: textOf, isWide: true },
  { name: 'Role', cell: ({ pattern }) => pattern.role, isExtra: true },
  {
    name: 'Lifecycle',
    cell: ({ standing }) => <Chip of={standing.lifecycle} title={standing.lifecycleReason} />,
    isExtra: true,
  },
  {
    name: 'Maturity',
    cell: ({ standing }) => <Chip of={standing.maturity} title={standing.maturityReason} />,
  },
  {
    name: 'Applied',
    cell: ({ usage }) => (usage.total === 0 ? '–' : `${usage.applied} of ${usage.total}`),
    align: 'right',
    isExtra: true,
    sort: 'applied',
  },
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

function textOf({ pattern, standing, belief }: PatternView) {
  const { barredBecause } = belief ?? standing
  return (
    <>
      <a href={linkTo(`patterns/${pattern.id}`)}>{pattern.text}</a>{' '}
      {pattern.polarity === 'avoid' ? <Chip of="avoid" /> : null}
      {pattern.quarantined ? (
        <Chip of="quarantined" title="Set aside until it is confirmed from inside" />
      ) : null}
      {barredBecause.length > 0 ? <small title={barredBecause.join('; ')}> not shown</small> : null}
    </>
  )
}

/** All patterns: search, filter by any axis, sort, and decide on many at once. */
export function Patterns() {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const { query } = place.value
  const limit = Number(query.limit ?? PAGE)
  const { limit: _, sort = 'score', ...filter } = query
  const wanted = {
    ...filter,
    sort,
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
    <Page title="Patterns" lead="What was learned, and what it is worth now.">
      <Filters>
        <SearchBox name="search" label="Search patterns" />
        <Choice
          name="lifecycle"
          label="Lifecycle"
          options={['observed', 'candidate', 'verified', 'active', 'deprecated']}
        />
        <Choice
          name="maturity"
          label="Maturity"
          options={['unknown', 'candidate', 'established', 'proven', 'deprecated']}
        />
        <Choice name="category" label="Category" options={['mistake', 'convention', 'pattern', 'insight']} />
        <Choice name="strength" label="Strength" options={['rule', 'causal', 'observation']} />
        <Choice name="polarity" label="Polarity" options={['do', 'avoid']} />
        <Choice
          name="trust"
          label="Trust"
          options={['internal', 'corroborated', 'external', 'quarantined']}
        />
        <Choice name="confidence" label="Confidence" options={['high', 'medium', 'low']} />
        <Choice name="flag" label="Flag" options={['PRUNE', 'REVIEW', 'UNTESTED', 'STALE']} />
        <Word name="role" label="Role" />
        <Word name="tag" label="Tag" />
        <label class="check">
          <input
            type="checkbox"
            checked={query.all === 'true'}
            onChange={(event) => setQuery({ all: event.currentTarget.checked ? 'true' : undefined })}
          />{' '}
          also those not shown
        </label>
      </Filters>
      {selected.size === 0 ? null : <Bulk ids={[...selected]} clear={() => setSelected(new Set())} />}
      <Shown of={patterns} lines={12}>
        {(found) =>
          found.length === 0 ? (
            <Empty title="No pattern fits.">
              <p>
                Fewer filters find more; some patterns are not shown to runs and appear with the box above.
              </p>
            </Empty>
          ) : (
            <>
              <Table
                label="Patterns"
                rows={found.slice(0, limit)}
                columns={[worthColumn(found), ...COLUMNS]}
                keyOf={({ pattern }) => pattern.id}
                linkOf={({ pattern }) => linkTo(`patterns/${pattern.id}`)}
                selected={selected}
                onSelect={select}
                sortedBy={sort}
                onSort={(name) => setQuery({ sort: name })}
              />
              <ShowMore found={found.length} limit={limit} step={4 * PAGE} />
            </>
          )
        }
      </Shown>
    </Page>
  )
}

const DEEDS = ['promote', 'deprecate', 'reset'] as const

function Bulk({ ids, clear }: { ids: readonly string[]; clear: () => void }) {
  const decide = async (deed: (typeof DEEDS)[number]) => {
    const many = counted(ids.length, 'pattern')
    const given = await askReason({
      title: `${spoken(deed)} ${many}?`,
      action: deed,
      isGrave: deed === 'deprecate',
    })
    if (given === undefined) return
    const all = (what: string, reason: string) =>
      Promise.all(ids.map((id) => post(`patterns/${encodeURIComponent(id)}/${what}`, { reason })))
    const undo = deed === 'reset' ? {} : { undo: () => all('reset', `undo: ${given.reason}`) }
    if (await attempt(() => all(deed, given.reason), { done: `${many}: ${deed} done.`, ...undo })) clear()
  }
  return (
    <fieldset class="bulk" aria-label="With the selected patterns">
      <span>{counted(ids.length, 'pattern')} selected</span>
      {DEEDS.map((deed) => (
        <button key={deed} type="button" onClick={() => void decide(deed)}>
          {spoken(deed)}
        </button>
      ))}
      <button type="button" class="plain" onClick={clear}>
        Clear
      </button>
    </fieldset>
  )
}
