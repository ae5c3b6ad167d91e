import type { CalibrationReport } from '../../../src/loop/governance/calibration.ts'
import type { InsightsReport } from '../../../src/loop/reports/insights.ts'
import type { GraphEvent } from '../../../src/report/graph.ts'
import type { Figure } from '../../../src/report/wording.ts'
import { CalibrationPlot } from '../charts/calibration-plot.tsx'
import { MemoryGraph } from '../charts/memory-graph.tsx'
import { Chip } from '../parts/chip.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { useResource } from '../resource.ts'
import { counted, number } from '../words.ts'

const GRAPH_RUNS = 500

/** Whether predictions come true, how the roles judge, whether they agree, and what keeps coming back. */
export function Insights() {
  const insights = useResource<InsightsReport>('insights')
  const calibration = useResource<CalibrationReport>('report/calibration')
  const graph = useResource<GraphEvent[]>('graph', { runs: GRAPH_RUNS })
  return (
    <Page title="Insights" lead="Whether predictions come true, what runs are made of, and how the roles judge.">
      <Whole of={[insights, calibration, graph]}>
        <Shown of={calibration}>
          {(data) => (
            <Section title="Do predictions come true?" aside={`${counted(data.predictions, 'prediction')} so far`}>
              {data.missing === 0 ? null : (
                <p class="quiet">{counted(data.missing, 'more prediction')} needed before the figures mean much.</p>
              )}
              {data.predictions === 0 ? null : <CalibrationPlot of={data} />}
            </Section>
          )}
        </Shown>
        <Shown of={graph}>
          {(events) => (
            <Section title="What runs are made of, and how they end" aside={graded(events)}>
              <MemoryGraph of={events} />
            </Section>
          )}
        </Shown>
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
                    Only {data.runs} runs so far. The figures settle after about {data.enoughRuns}.
                  </p>
                )}
                <Section
                  title="How often each role passes"
                  aside={
                    data.read.capped
                      ? `over the newest ${number(data.read.facts)} of ${number(data.read.total)} records`
                      : ''
                  }
                >
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
                              {alignment}
                              {groupthink ? ': one of the two may add nothing' : ''}
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
                <Section title="Findings">
                  {data.recurring.length === 0 ? (
                    <p class="quiet">No finding is on record.</p>
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

/** How many observed runs the graph covers; the server returns the newest. */
function graded(events: readonly GraphEvent[]): string {
  const runs = new Set(events.map(({ runId }) => runId)).size
  return runs < GRAPH_RUNS ? counted(runs, 'observed run') : `only the newest ${counted(runs, 'observed run')}`
}
