import type { ReliabilityHistory } from '../../../src/loop/governance/calibration.ts'
import type { AgentView, PolicyView, SkillView } from '../../../src/loop/views/policy-view.ts'
import { LineChart } from '../charts/line-chart.tsx'
import { type Figure, Figures, Page, Section } from '../parts/page.tsx'
import { RunLink } from '../parts/run-name.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Time } from '../parts/time.tsx'
import { useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { newestOf } from '../words.ts'

/** One agent: how far it was trusted over time, and after which runs. */
export function AgentPage({ name }: { name: string }) {
  return (
    <ReliedOn
      path={`agents/${encodeURIComponent(name)}/history`}
      name={name}
      lead="An agent that votes on runs; trust follows how they end."
      figuresIn={({ agents }) => agents.filter(({ agent }) => agent === name).map(agentFigures)[0]}
      range={[0, 1]}
    />
  )
}

/** One skill: how well the runs that used it ended, over time. */
export function SkillPage({ name }: { name: string }) {
  return (
    <ReliedOn
      path={`skills/${encodeURIComponent(name)}/history`}
      name={name}
      lead="A skill that runs used; its score follows how they end."
      figuresIn={({ skills }) => skills.filter(({ skill }) => skill === name).map(skillFigures)[0]}
      range={[-0.75, 1]}
    />
  )
}

interface ReliedOnProps {
  readonly path: string
  readonly name: string
  readonly lead: string
  readonly figuresIn: (policy: PolicyView) => readonly Figure[] | undefined
  readonly range: readonly [number, number]
}

function ReliedOn({ path, name, lead, figuresIn, range }: ReliedOnProps) {
  const history = useResource<ReliabilityHistory>(path)
  const policy = useResource<PolicyView>('policy')
  return (
    <Page title={name} lead={lead}>
      <Whole of={[history, policy]}>
        <Shown of={policy}>
          {(data) => {
            const figures = figuresIn(data)
            return figures === undefined ? null : <Figures of={figures} />
          }}
        </Shown>
        <Shown of={history}>
          {({ moments, read }) => (
            <>
              <Section
                title="Reliability"
                aside={`after each observed run${read.runs < read.total ? `, in ${newestOf(read.runs, read.total)}` : ''}`}
              >
                <LineChart
                  label={`Reliability of ${name}`}
                  points={moments.map(({ at, after, run }) => ({ at, value: after, words: run }))}
                  range={range}
                  isStepped
                />
              </Section>
              <Section title="What moved it" aside={newestOf(Math.min(MOST_SHOWN, moments.length), moments.length)}>
                <Steps moments={moments} />
              </Section>
            </>
          )}
        </Shown>
      </Whole>
    </Page>
  )
}

const MOST_SHOWN = 20

function Steps({ moments }: Pick<ReliabilityHistory, 'moments'>) {
  if (moments.length === 0) return <Empty title="No observed run is known any more." />
  return (
    <Table
      label="Runs that moved it"
      rows={[...moments].reverse().slice(0, MOST_SHOWN)}
      keyOf={({ run }) => run}
      linkOf={({ run }) => linkTo(`runs/${run}`)}
      columns={[
        { name: 'When', cell: ({ at }) => <Time at={at} /> },
        { name: 'Run', cell: ({ run }) => <RunLink id={run} />, isWide: true },
        { name: 'Before', cell: ({ before }) => before.toFixed(2), align: 'right' },
        { name: 'After', cell: ({ after }) => after.toFixed(2), align: 'right' },
      ]}
    />
  )
}

function agentFigures({ reliability, runs, successes, baseWeight, canVeto, updatedAt }: AgentView): Figure[] {
  return [
    { label: 'Reliability', value: reliability.toFixed(2), note: `in ${runs} runs` },
    { label: 'Ended well', value: successes, note: `of ${runs}` },
    { label: 'Weight of its vote', value: baseWeight.toFixed(2), note: canVeto ? 'may veto' : 'no veto' },
    { label: 'Last run', value: <Time at={updatedAt} /> },
  ]
}

function skillFigures({ score, runs, successes, failures, lastUsedAt }: SkillView): Figure[] {
  return [
    { label: 'Score', value: score.toFixed(2), note: 'from −0.75 to 1' },
    { label: 'Ended well', value: successes, note: `of ${runs} runs` },
    { label: 'Failed', value: failures },
    { label: 'Last used', value: <Time at={lastUsedAt} /> },
  ]
}
