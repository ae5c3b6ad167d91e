import type { RunView } from '../../../src/loop/runs/list-runs.ts'
import { Chip } from '../parts/chip.tsx'
import { Choice, Filters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { ShowMore } from '../parts/show-more.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource } from '../resource.ts'
import { linkTo, place } from '../router.ts'

const PAGE = 50

/** Runs, the one that was last active first. */
export function Runs() {
  const { result, limit: asked = String(PAGE) } = place.value.query
  const limit = Number(asked)
  const runs = useResource<RunView[]>('runs', { result, limit: limit + 1 })
  return (
    <Page title="Runs" lead="One session of a client, or one pass of a pipeline.">
      <Filters>
        <Choice name="result" label="Ended" options={['success', 'partial', 'failure', 'unknown', 'open']} />
      </Filters>
      <Shown of={runs} lines={12}>
        {(found) =>
          found.length === 0 ? (
            <Empty title="No run fits." />
          ) : (
            <>
              <Table
                label="Runs"
                rows={found.slice(0, limit)}
                keyOf={({ id }) => id}
                linkOf={({ id }) => linkTo(`runs/${id}`)}
                columns={[
                  { name: 'Last active', cell: ({ lastAt }) => <Time at={lastAt} /> },
                  { name: 'Run', cell: ({ id }) => <a href={linkTo(`runs/${id}`)}>{id}</a>, isWide: true },
                  { name: 'Ended', cell: ({ result }) => <Chip of={result} /> },
                  { name: 'Seen by', cell: ({ observedBy = '' }) => observedBy, isExtra: true },
                  { name: 'Shown', cell: ({ shown }) => shown, align: 'right', isExtra: true },
                  { name: 'Applied', cell: ({ applied }) => applied, align: 'right', isExtra: true },
                  { name: 'Withheld', cell: ({ withheld }) => withheld, align: 'right', isExtra: true },
                  { name: 'Errors', cell: ({ errors }) => errors, align: 'right', isExtra: true },
                ]}
              />
              <ShowMore found={found.length} limit={limit} step={4 * PAGE} />
            </>
          )
        }
      </Shown>
    </Page>
  )
}
