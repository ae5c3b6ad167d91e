import type { SessionView } from '../../../src/loop/sessions/list-sessions.ts'
import { Chip } from '../parts/chip.tsx'
import { Choice, Filters } from '../parts/filters.tsx'
import { Page } from '../parts/page.tsx'
import { Pager, pageQuery } from '../parts/pager.tsx'
import { RunName } from '../parts/run-name.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
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
      <Shown of={sessions} lines={12}>
        {(found) =>
          found.rows.length === 0 ? (
            <Empty title="No session is recorded yet.">
              <p>
                <code>mettle init</code> connects a client.
              </p>
            </Empty>
          ) : (
            <>
              <Table
                label="Sessions"
                rows={found.rows}
                keyOf={({ run }) => run}
                linkOf={({ run }) => linkTo(`sessions/${run}`)}
                columns={[
                  { name: 'Last active', cell: ({ lastAt }) => <Time at={lastAt} /> },
                  {
                    name: 'About',
                    cell: ({ run, about }) => (
                      <a href={linkTo(`sessions/${run}`)}>{about?.text ?? <RunName id={run} />}</a>
                    ),
                    isWide: true,
                  },
                  { name: 'Client', cell: ({ client: by = 'unknown' }) => by, isExtra: true },
                  { name: 'Ended', cell: ({ result }) => <Chip of={result} /> },
                  { name: 'Steps', cell: ({ steps }) => steps, align: 'right', isExtra: true },
                  { name: 'Failed', cell: ({ errors }) => errors, align: 'right', isExtra: true },
                  { name: 'Shown', cell: ({ shown }) => shown, align: 'right', isExtra: true },
                ]}
              />
              <Pager of={found} />
            </>
          )
        }
      </Shown>
    </Page>
  )
}
