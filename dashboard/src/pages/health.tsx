import { useState } from 'preact/hooks'
import type { Check } from '../../../src/loop/reports/doctor.ts'
import type { Status } from '../../../src/loop/reports/overview.ts'
import { get } from '../api.ts'
import { Chip } from '../parts/chip.tsx'
import { Figures, Page, Section } from '../parts/page.tsx'
import { Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { attempt } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { number } from '../words.ts'

const BEATS: Readonly<Record<string, string>> = {
  capture: 'Last captured',
  learn: 'Last learned',
  inject: 'Last shown to a run',
  correct: 'Last corrected',
  judge: 'Last outcome',
  share: 'Last shared',
}

/** Problems that would go unnoticed, and how to fix them. */
export function Health() {
  const checks = useResource<Check[]>('doctor', { onlyNew: true })
  const status = useResource<Status>('status')
  return (
    <Page title="Health" lead="Problems that nobody would notice otherwise, and how to fix each.">
      <Whole of={[status]}>
        <Shown of={status} lines={2}>
          {({ events, failures, lastFailure, heartbeats }) => (
            <>
              <Figures
                of={[
                  { label: 'Events', value: number(events) },
                  { label: 'Errors in Mettle', value: number(failures), isWarning: failures > 0 },
                  ...Object.entries(heartbeats).map(([part, at]) => ({
                    label: BEATS[part] ?? part,
                    value: <Time at={at} />,
                  })),
                ]}
              />
              {lastFailure === undefined ? null : (
                <p class="quiet">
                  Last failure <Time at={lastFailure.at} />: {lastFailure.part}: {lastFailure.message}
                </p>
              )}
            </>
          )}
        </Shown>
        <Section title="Checks" aside={<VerifyAll onDone={checks.reload} />}>
          <Shown of={checks}>
            {(list) => (
              <Table
                label="Checks"
                rows={list}
                keyOf={({ name, detail }) => `${name}${detail}`}
                columns={[
                  { name: 'Result', cell: ({ verdict }) => <Chip of={verdict} /> },
                  { name: 'Check', cell: ({ name }) => name },
                  {
                    name: 'Detail',
                    cell: ({ detail, fix, wholeAt }) => (
                      <>
                        {detail}
                        {wholeAt === undefined ? null : (
                          <>
                            , all of it <Time at={wholeAt} />
                          </>
                        )}
                        {fix === undefined ? null : (
                          <>
                            <br />
                            <code>{fix}</code>
                          </>
                        )}
                      </>
                    ),
                    isWide: true,
                  },
                ]}
              />
            )}
          </Shown>
        </Section>
      </Whole>
    </Page>
  )
}

/** Verifies everything; otherwise, verified events are not checked again while the page is open. */
function VerifyAll({ onDone }: { onDone: () => void }) {
  const [isBusy, setBusy] = useState(false)
  const verify = async () => {
    setBusy(true)
    await attempt(() => get('doctor'), { done: 'The whole journal was verified.' })
    setBusy(false)
    onDone()
  }
  return (
    <button type="button" disabled={isBusy} onClick={() => void verify()}>
      {isBusy ? 'Verifying…' : 'Verify everything'}
    </button>
  )
}
