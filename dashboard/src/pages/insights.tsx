import type { InsightsReport } from '../../../src/loop/reports/insights.ts'
import type { Figure } from '../../../src/report/wording.ts'
import { Chip } from '../parts/chip.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { useResource } from '../resource.ts'

/** How the roles judge, whether they agree, and what keeps coming back. */
export function Insights() {
  const insights = useResource<InsightsReport>('insights')
  return (
    <Page title="Insights" lead="How the roles judge, whether they agree, and what keeps coming back.">
      <Whole of={[insights]}>
        <Shown of={insights}>
          {(data) =>
            data.verdicts === 0 ? (
              <Empty title="No role has given a verdict yet.">
                <code>mettle deliberation record FILE</code>
              </Empty>
            ) : (
              <>
                {data.enough ? null : (
                  <p class="quiet">
                    Only {data.runs} runs so far; the figures settle at about {data.enoughRuns}.
                  </p>
                )}
                <Section title="How often each role passes">
                  <Table
                    label="Pass rates"
                    rows={data.roles}
                    keyOf={({ role }) => role}
                    columns={[
                      { name: 'Role', cell: ({ role }) => role, isWide: true },
                      { name: 'Passes', cell: ({ passRate }) => share(passRate), align: 'right' },
                      { name: 'Runs', cell: ({ runs }) => runs, align: 'right', isExtra: true },
                      { name: 'Judgement', cell: ({ judgement }) => <Chip of={judgement} /> },
                    ]}
                  />
                </Section>
                <Section title="Challenger and validator">
                  {data.pairs.length === 0 ? (
                    <p class="quiet">No pair has sat together yet.</p>
                  ) : (
                    <Table
                      label="Pairs"
                      rows={data.pairs}
                      keyOf={({ challenger, validator }) => `${challenger}/${validator}`}
                      columns={[
                        {
                          name: 'Pair',
                          cell: ({ challenger, validator }) => `${challenger} and ${validator}`,
                          isWide: true,
                        },
                        { name: 'Agree', cell: ({ agreement }) => share(agreement), align: 'right' },
                        {
                          name: 'Alignment',
                          cell: ({ alignment, groupthink }) => (
                            <>
                              {alignment}{' '}
                              {groupthink ? <Chip of="warning" title="One of the two may add nothing" /> : null}
                            </>
                          ),
                        },
                        { name: 'Stricter', cell: ({ asymmetry }) => asymmetry.stricter, isExtra: true },
                        {
                          name: 'Validator adds',
                          cell: ({ novelty }) => share(novelty),
                          align: 'right',
                          isExtra: true,
                        },
                      ]}
                    />
                  )}
                </Section>
                <Section title="What keeps coming back">
                  {data.recurring.length === 0 ? (
                    <p class="quiet">No finding has come back.</p>
                  ) : (
                    <Table
                      label="Recurring findings"
                      rows={data.recurring}
                      keyOf={({ signature }) => signature}
                      columns={[
                        { name: 'Finding', cell: ({ summary }) => summary, isWide: true },
                        { name: 'Status', cell: ({ state }) => <Chip of={state} /> },
                        { name: 'Raised', cell: ({ raised }) => raised, align: 'right' },
                      ]}
                    />
                  )}
                </Section>
              </>
            )
          }
        </Shown>
      </Whole>
    </Page>
  )
}

function share({ value, n }: Figure): string {
  return typeof value === 'number' ? `${Math.round(value * 100)}% of ${n}` : `too few (${n})`
}
