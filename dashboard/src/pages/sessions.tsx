import type { SessionView } from '../../../src/loop/sessions/list-sessions.ts'
import { Chip } from '../parts/chip.tsx'
import { Choice, Filters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { PagedTable } from '../parts/paged-table.tsx'
import { pageQuery } from '../parts/pager.tsx'
import { RunName } from '../parts/run-name.tsx'
import { Empty } from '../parts/states.tsx'
import type { Column } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useRows } from '../resource.ts'
import { linkTo, place } from '../router.ts'

const CLIENTS = ['claude-code', 'codex', 'copilot', 'gemini', 'opencode', 'other']

/** Sessions of clients, the last active first. */
export function Sessions() {
  const { client } = place.value.query
  const sessions = useRows<SessionView>('sessions', { client, ...pageQuery() })
  return (
    <Page title="Sessions" lead="What agents did in their clients, as hooks saw it.">
      <Filters>
        <Choice name="client" label="Client" options={CLIENTS} />
      </Filters>
      <PagedTable
        label="Sessions"
        of={sessions}
        empty={
          <Empty title={client === undefined ? 'No session is recorded yet.' : 'No session matches.'}>
            <p>
              <code>mettle init</code> connects a client.
            </p>
          </Empty>
        }
        keyOf={({ run }) => run}
        linkOf={({ run }) => linkTo(`sessions/${run}`)}
        columns={COLUMNS}
      />
    </Page>
  )
}

const COLUMNS: readonly Column<SessionView>[] = [
  { name: 'Last active', cell: ({ lastAt }) => <Time at={lastAt} /> },
  {
    name: 'About',
    cell: ({ run, about }) => <a href={linkTo(`sessions/${run}`)}>{about?.text ?? <RunName id={run} />}</a>,
    isWide: true,
  },
  { name: 'Client', cell: ({ client = 'unknown' }) => client, isExtra: true },
  { name: 'Ended', cell: ({ result }) => <Chip of={result} /> },
  { name: 'Steps', cell: ({ steps }) => steps, align: 'right', isExtra: true },
  { name: 'Failed', cell: ({ errors }) => errors, align: 'right', isExtra: true },
  { name: 'Shown', cell: ({ shown }) => shown, align: 'right', isExtra: true },
]
