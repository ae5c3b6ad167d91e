import type { GoalList, GoalReport } from '../../../src/loop/governance/goals.ts'
import { post } from '../api.ts'
import { Act } from '../parts/act.tsx'
import { Chip } from '../parts/chip.tsx'
import { Page, Section } from '../parts/page.tsx'
import { Empty, Shown, Whole } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { attempt } from '../parts/toast.tsx'
import { useResource } from '../resource.ts'
import { linkTo } from '../router.ts'
import { number, percent } from '../words.ts'

/** The goals of runs, and their results. */
export function Goals() {
  const goals = useResource<GoalList>('goals')
  const stats = useResource<GoalReport>('goals/stats')
  return (
    <Page title="Goals" lead="What runs are measured against. A goal is active once a person chooses it.">
      <Whole of={[goals, stats]}>
        <Shown of={goals}>
          {(list) => (
            <Table
              label="Goals"
              rows={list.goals}
              keyOf={({ name }) => name}
              columns={[
                {
                  name: 'Goal',
                  cell: ({ name, description }) => (
                    <>
                      {name} {list.chosen?.goal === name ? <Chip of="active" /> : null}
                      <br />
                      <small>{description}</small>
                    </>
                  ),
                  isWide: true,
                },
                {
                  name: '',
                  cell: ({ name }) => {
                    const isChosen = list.chosen?.goal === name
                    return (
                      <Act on={() => choose(isChosen ? 'none' : name, list.chosen?.goal)}>
                        {isChosen ? 'Stop' : 'Choose'}
                      </Act>
                    )
                  },
                },
              ]}
            />
          )}
        </Shown>
        <Section title="Results" aside={stats.data === undefined ? '' : measured(stats.data)}>
          <Shown of={stats}>
            {({ goals: fared }) =>
              fared.length === 0 ? (
                <Empty title="No run has been measured yet." />
              ) : (
                <Table
                  label="Results by goal"
                  rows={fared}
                  keyOf={({ goal }) => goal}
                  columns={[
                    { name: 'Goal', cell: ({ goal }) => goal, isWide: true },
                    { name: 'Runs', cell: ({ runs }) => number(runs), align: 'right' },
                    {
                      name: 'Reached',
                      cell: ({ successShare }) => (successShare === undefined ? 'too few' : percent(successShare, 1)),
                      align: 'right',
                    },
                    {
                      name: 'Newer half against older',
                      cell: ({ trend }) =>
                        trend === undefined ? 'too few' : `score ${trend < 0 ? '' : '+'}${trend.toFixed(2)}`,
                      align: 'right',
                    },
                  ]}
                />
              )
            }
          </Shown>
        </Section>
        <Shown of={stats} lines={1}>
          {(report) => <Carrying {...report} />}
        </Shown>
      </Whole>
    </Page>
  )
}

/** How many evaluations the results cover; the server reads the newest. */
function measured({ goals, evaluations }: GoalReport): string {
  const read = goals.reduce((sum, { iterations }) => sum + iterations, 0)
  return read < evaluations ? `over the newest ${number(read)} of ${number(evaluations)} measurements` : ''
}

/** Patterns that were applied often enough to be weighed by the goal. */
function Carrying({ patterns, carrying }: Pick<GoalReport, 'patterns' | 'carrying'>) {
  const all = <a href={linkTo('patterns?all=true&sort=applied')}>all by how often they were applied</a>
  const rest = `the best ${patterns.length} of ${number(carrying)}`
  const aside =
    patterns.length < carrying ? (
      <>
        {rest} · {all}
      </>
    ) : (
      ''
    )
  return patterns.length === 0 ? null : (
    <Section title="Patterns applied in these runs" aside={aside}>
      <Table
        label="Patterns applied in these runs"
        rows={patterns}
        keyOf={({ pattern }) => pattern}
        linkOf={({ pattern }) => linkTo(`patterns/${pattern}`)}
        columns={[
          {
            name: 'Pattern',
            cell: ({ pattern, text }) => <a href={linkTo(`patterns/${pattern}`)}>{text}</a>,
            isWide: true,
          },
          { name: 'Success rate', cell: ({ rate }) => percent(rate, 1), align: 'right' },
          { name: 'Applied', cell: ({ applied }) => number(applied), align: 'right' },
        ]}
      />
    </Section>
  )
}

async function choose(goal: string, before = 'none'): Promise<void> {
  await attempt(() => post(`goals/${encodeURIComponent(goal)}/choose`), {
    done: goal === 'none' ? 'No goal is active.' : `${goal} is active.`,
    undo: () => post(`goals/${encodeURIComponent(before)}/choose`),
  })
}
