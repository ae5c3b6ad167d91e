import type { PatternFlow as Flow, FlowDay, FlowMove } from '../../../src/report/pattern-flow.ts'
import { DayAreas } from '../charts/day-areas.tsx'
import { number } from '../words.ts'
import { Chip } from './chip.tsx'
import { Section } from './page.tsx'
import { Table } from './table.tsx'

/** From the bottom of the drawing to its top: the further a pattern has come, the lower; what is out of sight is on top. */
const ORDER = [
  ['proven', 'good'],
  ['active', 'good-soft'],
  ['verified', 'calm'],
  ['candidate', 'calm-soft'],
  ['observed', 'quiet'],
  ['quarantined', 'warn'],
  ['inverted', 'odd'],
  ['deprecated', 'bad'],
] as const

/** How patterns moved between their stages. */
export function PatternFlow({ flow: { days, moves } }: { flow: Flow }) {
  return (
    <Section
      title="How patterns moved"
      aside={`by stage at the end of each day, the last ${days.length} days`}
    >
      <DayAreas label="Patterns by stage" days={days.map(barOf)} />
      {moves.length === 0 ? (
        <p class="quiet">None has moved in these days.</p>
      ) : (
        <Table
          label="Moves between stages"
          rows={moves}
          keyOf={({ from = 'new', to }) => `${from} ${to}`}
          columns={[
            { name: 'From', cell: ({ from }) => (from === undefined ? 'new' : <Chip of={from} />) },
            { name: 'To', cell: ({ to }) => <Chip of={to} /> },
            { name: 'Patterns', cell: ({ count }: FlowMove) => number(count), align: 'right' },
          ]}
        />
      )}
    </Section>
  )
}

function barOf({ from, stages }: FlowDay) {
  return { from, parts: ORDER.map(([name, tone]) => ({ name, tone, count: stages[name] })) }
}
