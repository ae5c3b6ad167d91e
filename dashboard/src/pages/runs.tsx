import type { RunView } from '../../../src/loop/runs/list-runs.ts'
import { Chip } from '../parts/chip.tsx'
import { Choice, Filters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { pageQuery } from '../parts/pager.tsx'
import { Empty } from '../parts/states.tsx'
import type { Column } from '../parts/table.tsx'
import { RunId, Time } from '../parts/time.tsx'
import { useRows } from '../resource.ts'
import { linkTo, place } from '../router.ts'

/** Runs, the most recently active first. */
export function Runs() {
  const { result } = place.value.query
  const runs = useRows<RunView>('runs', { result, ...pageQuery() })
  return (
    <Page title="Runs" lead="Every session of an agent and every pipeline run, the latest first.">
      <Filters>
        <Choice name="result" label="Ended" options={['success', 'partial', 'failure', 'unknown', 'open']} />
      </Filters>
      <PagedTable
        label="Runs"
        of={runs}
        empty={<Empty title={result === undefined ? 'No run is recorded yet.' : 'No run matches.'} />}
        keyOf={({ id }) => id}
        linkOf={({ id }) => linkTo(`runs/${id}`)}
        columns={COLUMNS}
      />
    </Page>
  )
}

const COLUMNS: readonly Column<RunView>[] = [
  { name: 'Last active', cell: ({ lastAt }) => <Time at={lastAt} /> },
  {
    name: 'Run',
    cell: ({ id, about }) => (
      <>
        <a href={linkTo(`runs/${id}`)}>{about ?? id}</a>
        {about === undefined ? null : <RunId of={id} />}
      </>
    ),
    isWide: true,
  },
  { name: 'Ended', cell: ({ result }) => <Chip of={result} /> },
  { name: 'Observed by', cell: ({ observedBy = '' }) => observedBy, isExtra: true },
  { name: 'Shown', cell: ({ shown }) => shown, align: 'right', isExtra: true },
  { name: 'Applied', cell: ({ applied }) => applied, align: 'right', isExtra: true },
  { name: 'Withheld', cell: ({ withheld }) => withheld, align: 'right', isExtra: true },
  { name: 'Errors', cell: ({ errors }) => errors, align: 'right', isExtra: true },
]
