import type { SessionView } from '../../../src/loop/sessions/list-sessions.ts'
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
const CLIENTS = ['claude-code', 'codex', 'copilot', 'gemini', 'opencode', 'other']

/** Sessions of clients, the last active first. */
export function Sessions() {
  const { client, limit: asked = String(PAGE) } = place.value.query
  const limit = Number(asked)
  const sessions = useResource<SessionView[]>('sessions', { client, limit: limit + 1 })
  return (
    <Page title="Sessions" lead="What agents did in their clients, as hooks saw it.">
      <Filters>
        <Choice name="client" label="Client" options={CLIENTS} />
      </Filters>
      <Shown of={sessions} lines={12}>
        {(found) =>
          found.length === 0 ? (
            <Empty title="No session is on record.">
              <p>
                <code>mettle init</code> connects a client.
              </p>
            </Empty>
          ) : (
            <>
              <Table
                label="Sessions"
                rows={found.slice(0, limit)}
                keyOf={({ run }) => run}
                linkOf={({ run }) => linkTo(`sessions/${run}`)}
                columns={[
                  { name: 'Last active', cell: ({ lastAt }) => <Time at={lastAt} /> },
                  {
                    name: 'About',
                    cell: ({ run, about }) => <a href={linkTo(`sessions/${run}`)}>{about?.text ?? run}</a>,
                    isWide: true,
                  },
                  { name: 'Client', cell: ({ client: by = 'unknown' }) => by, isExtra: true },
                  { name: 'Ended', cell: ({ result }) => <Chip of={result} /> },
                  { name: 'Steps', cell: ({ steps }) => steps, align: 'right', isExtra: true },
                  { name: 'Failed', cell: ({ errors }) => errors, align: 'right', isExtra: true },
                  { name: 'Shown', cell: ({ shown }) => shown, align: 'right', isExtra: true },
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
